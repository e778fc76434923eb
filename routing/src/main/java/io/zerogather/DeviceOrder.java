package io.zerogather;

/** Which streams work on a device can order. */
final class DeviceOrder {
    private DeviceOrder() {}

    /**
     * A stream that work of a device can hold back.
     *
     * @param device where the work runs
     * @param stream what should wait
     * @return the same stream
     * @throws IllegalArgumentException if it belongs to another kind of device
     */
    static DeviceStream sameRuntime(Device device, Stream stream) {
        if (stream instanceof DeviceStream other && other.device().runtime() == device.runtime()) {
            return other;
        }
        throw new IllegalArgumentException("Work on " + device + " cannot order " + stream + ": pass a DeviceStream of "
                + device.runtime().name() + ", or await the work and then submit");
    }
}
