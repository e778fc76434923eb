package io.zerogather.sdma.host;

import io.zerogather.DeviceBuffer;
import io.zerogather.Lifetime;
import io.zerogather.MemoryType;
import io.zerogather.PoolMemory;
import io.zerogather.jni.NativeBridge;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/** One pool segment of the host engine. */
final class HostPoolMemory implements PoolMemory {
    private final Transport transport;
    private final Lifetime lifetime;
    private final DeviceBuffer buffer;

    HostPoolMemory(Transport transport, long address, long bytes) {
        this.transport = transport;
        this.lifetime = new Lifetime("Pool memory of " + bytes + " bytes");
        this.buffer = DeviceBuffer.of(MemoryType.HOST, address, bytes, this, lifetime);
    }

    @Override
    public DeviceBuffer buffer() {
        return buffer;
    }

    @Override
    public ByteBuffer view(long offsetBytes, int lengthBytes) {
        lifetime.requireOpen();
        long first = Objects.checkFromIndexSize(offsetBytes, (long) lengthBytes, buffer.bytes());
        return NativeBridge.view(buffer.address() + first, lengthBytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public void close() {
        if (lifetime.end()) {
            transport.free(buffer.address());
        }
    }
}
