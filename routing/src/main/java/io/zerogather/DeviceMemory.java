package io.zerogather;

import java.nio.ByteBuffer;
import java.util.Objects;

/** Memory of a GPU. Gathers in flight hold it, so that it cannot be freed under them. Thread-safe. */
public final class DeviceMemory implements AutoCloseable {
    private final Device device;
    private final Lifetime lifetime;
    private final DeviceBuffer buffer;

    DeviceMemory(Device device, long address, long bytes) {
        this.device = device;
        this.lifetime = new Lifetime(bytes + " bytes of " + device);
        this.buffer = DeviceBuffer.of(MemoryType.DEVICE, address, bytes, this, lifetime);
    }

    /**
     * The device that the memory belongs to.
     *
     * @return the device
     */
    public Device device() {
        return device;
    }

    /**
     * The whole memory.
     *
     * @return a buffer that is closed together with this memory
     */
    public DeviceBuffer buffer() {
        return buffer;
    }

    /**
     * Copies into the memory and returns when the bytes are there. No stream is ordered with it: await first what else
     * touches these bytes.
     *
     * @param offsetBytes first byte to write, from the start of this memory
     * @param source a heap or direct buffer; its remaining bytes are copied and its position moves to its limit
     * @throws IndexOutOfBoundsException if the bytes do not lie within this memory
     * @throws IllegalStateException if this memory is closed
     * @throws AllGatherException of category {@code DEVICE} if the runtime refuses
     */
    public void write(long offsetBytes, ByteBuffer source) {
        Objects.checkFromIndexSize(offsetBytes, (long) source.remaining(), buffer.bytes());
        hold();
        try {
            device.copies().write(source, buffer.address() + offsetBytes);
        } finally {
            lifetime.release();
        }
    }

    /**
     * Copies out of the memory and returns when the bytes are there. No stream is ordered with it: await first what else
     * touches these bytes.
     *
     * @param offsetBytes first byte to read, from the start of this memory
     * @param destination a heap or direct buffer; it is filled and its position moves to its limit
     * @throws IndexOutOfBoundsException if the bytes do not lie within this memory
     * @throws IllegalStateException if this memory is closed
     * @throws AllGatherException of category {@code DEVICE} if the runtime refuses
     */
    public void read(long offsetBytes, ByteBuffer destination) {
        Objects.checkFromIndexSize(offsetBytes, (long) destination.remaining(), buffer.bytes());
        hold();
        try {
            device.copies().read(buffer.address() + offsetBytes, destination);
        } finally {
            lifetime.release();
        }
    }

    /**
     * Frees the memory. Closing it again changes nothing.
     *
     * @throws IllegalStateException if a gather in flight uses it
     */
    @Override
    public void close() {
        if (device.end(lifetime)) {
            device.runtime().free(device.index(), buffer.address());
        }
    }

    private void hold() {
        if (!lifetime.acquire()) {
            lifetime.requireOpen();
        }
    }
}
