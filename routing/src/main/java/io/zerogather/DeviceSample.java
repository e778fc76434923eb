package io.zerogather;

import io.zerogather.spi.DeviceRuntime;
import java.util.function.LongConsumer;

/** Measures on a GPU how long a gather took: a mark behind it, which the monitor looks at. */
final class DeviceSample implements DeviceMonitor.Watched {
    private final DeviceStream stream;
    private final long mark;
    private final long start;
    private final LongConsumer elapsedNanos;

    private DeviceSample(DeviceStream stream, long mark, long start, LongConsumer elapsedNanos) {
        this.stream = stream;
        this.mark = mark;
        this.start = start;
        this.elapsedNanos = elapsedNanos;
    }

    /**
     * Marks the present end of a stream; a sample that cannot be taken is none.
     *
     * @param start when the gather was submitted, by {@link System#nanoTime()}
     * @param elapsedNanos told once
     */
    static void queue(DeviceStream stream, long start, LongConsumer elapsedNanos) {
        if (!stream.acquire()) {
            return;
        }
        Device device = stream.device();
        DeviceRuntime runtime = device.runtime();
        try {
            if (runtime.isCapturing(device.index(), stream.handle())) {
                stream.release();
                return;
            }
            long mark = runtime.openEvent(device.index(), false);
            runtime.record(device.index(), mark, stream.handle());
            device.monitor().watch(new DeviceSample(stream, mark, start, elapsedNanos));
        } catch (AllGatherException e) {
            stream.release();
        }
    }

    @Override
    public boolean settled() {
        Device device = stream.device();
        try {
            if (!device.runtime().isReached(device.index(), mark)) {
                return false;
            }
            elapsedNanos.accept(System.nanoTime() - start);
            device.runtime().closeEvent(device.index(), mark);
        } catch (AllGatherException e) {
            // A device that fails is the gathers' affair, not the sample's.
        }
        stream.release();
        return true;
    }
}
