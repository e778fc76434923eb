package io.zerogather;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/** Memory that no peer maps, for plans without a fast path. */
final class OrdinaryMemory implements PoolMemory {
    private final ByteBuffer memory;
    private final DeviceBuffer buffer;
    private final Lifetime lifetime;

    private OrdinaryMemory(ByteBuffer memory, DeviceBuffer buffer, Lifetime lifetime) {
        this.memory = memory;
        this.buffer = buffer;
        this.lifetime = lifetime;
    }

    static OrdinaryMemory of(long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw new AllGatherException(
                    AllGatherException.Category.SETUP,
                    "Without a fast path, allocate gives at most " + Integer.MAX_VALUE + " bytes at once, not " + bytes
                            + "; wrap memory of your own with DeviceBuffer.of");
        }
        ByteBuffer memory = ByteBuffer.allocateDirect((int) bytes);
        Lifetime lifetime = new Lifetime("Memory of " + bytes + " bytes");
        long address = DeviceBuffer.of(memory).address();
        return new OrdinaryMemory(memory, DeviceBuffer.of(MemoryType.HOST, address, bytes, memory, lifetime), lifetime);
    }

    @Override
    public DeviceBuffer buffer() {
        return buffer;
    }

    @Override
    public ByteBuffer view(long offsetBytes, int lengthBytes) {
        lifetime.requireOpen();
        long first = Objects.checkFromIndexSize(offsetBytes, (long) lengthBytes, buffer.bytes());
        return memory.slice((int) first, lengthBytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public void close() {
        boolean unused = lifetime.end(); // the collector frees it once nobody holds the buffer
    }
}
