package io.zerogather.harness.memory;

import io.zerogather.DeviceBuffer;
import io.zerogather.DeviceMemory;
import java.nio.ByteBuffer;

/** Memory of a GPU, with a copy of it that Java can look into. */
record DeviceBlock(DeviceMemory memory, int offset, ByteBuffer bytes) implements Memory {
    /** A block of a device, touched. */
    static DeviceBlock of(DeviceMemory memory) {
        DeviceBlock block = new DeviceBlock(
                memory, 0, ByteBuffer.allocateDirect((int) memory.buffer().bytes()));
        block.publish();
        return block;
    }

    @Override
    public DeviceBuffer device() {
        return memory.buffer().slice(offset, bytes.capacity());
    }

    @Override
    public Memory slice(int first, int length) {
        return new DeviceBlock(memory, offset + first, bytes.slice(first, length));
    }

    @Override
    public void publish() {
        memory.write(offset, bytes.duplicate().clear());
    }

    @Override
    public void refresh() {
        memory.read(offset, bytes.duplicate().clear());
    }
}
