package io.zerogather.harness.memory;

import io.zerogather.DeviceBuffer;
import io.zerogather.spi.LocalCopy;
import java.nio.ByteBuffer;

/** Memory that Java cannot look into, with a copy of it that Java can. */
record MirroredMemory(DeviceBuffer device, SharedMemory mirror, LocalCopy copy) implements Memory {
    @Override
    public ByteBuffer bytes() {
        return mirror.bytes();
    }

    @Override
    public Memory slice(int offset, int length) {
        SharedMemory part = new SharedMemory(
                mirror.device().slice(offset, length), mirror.bytes().slice(offset, length));
        return new MirroredMemory(device.slice(offset, length), part, copy);
    }

    @Override
    public void publish() {
        copy.copy(mirror.device().address(), device.address(), device.bytes());
    }

    @Override
    public void refresh() {
        copy.copy(device.address(), mirror.device().address(), device.bytes());
    }
}
