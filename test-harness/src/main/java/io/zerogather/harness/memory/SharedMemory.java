package io.zerogather.harness.memory;

import io.zerogather.DeviceBuffer;
import java.nio.ByteBuffer;

/** Memory that backend and program see as one. */
record SharedMemory(DeviceBuffer device, ByteBuffer bytes) implements Memory {
    static SharedMemory allocate(int length) {
        ByteBuffer memory = ByteBuffer.allocateDirect(length); // zeroed, and thereby touched
        return new SharedMemory(DeviceBuffer.of(memory), memory);
    }

    @Override
    public Memory slice(int offset, int length) {
        return new SharedMemory(device.slice(offset, length), bytes.slice(offset, length));
    }

    @Override
    public void publish() {
        // Nothing to do.
    }

    @Override
    public void refresh() {
        // Nothing to do.
    }
}
