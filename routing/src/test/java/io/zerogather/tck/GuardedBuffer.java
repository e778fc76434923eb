package io.zerogather.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DeviceBuffer;
import io.zerogather.Lifetime;
import java.util.Arrays;

/** Memory between two guards, at any alignment. Closing it frees the memory, and fails if a gather still holds it. */
public final class GuardedBuffer implements AutoCloseable {
    private static final int GUARD_BYTES = 128;
    private static final int ALIGNMENT = 64;
    private static final byte GUARD = (byte) 0xA5;
    private static final byte FILLER = (byte) 0xCD;

    private final long allocation;
    private final DeviceBuffer buffer;
    private final Lifetime lifetime = new Lifetime("A guarded buffer");

    private GuardedBuffer(int bytes, int misalignment) {
        allocation = RawMemory.allocate(ALIGNMENT + GUARD_BYTES + misalignment + (long) bytes + GUARD_BYTES);
        long aligned = (allocation + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        long address = aligned + GUARD_BYTES + misalignment;
        RawMemory.fill(address - GUARD_BYTES, GUARD_BYTES, GUARD);
        RawMemory.fill(address, bytes, FILLER);
        RawMemory.fill(address + bytes, GUARD_BYTES, GUARD);
        buffer = DeviceBuffer.of(address, bytes, this, lifetime);
    }

    /**
     * Memory that starts on a cache line.
     *
     * @param bytes length, 0 or more
     * @return filled with one byte that is not a pattern
     */
    public static GuardedBuffer of(int bytes) {
        return new GuardedBuffer(bytes, 0);
    }

    /**
     * Memory that starts some bytes after a cache line.
     *
     * @param bytes length, 0 or more
     * @param misalignment bytes
     * @return filled with one byte that is not a pattern
     */
    public static GuardedBuffer of(int bytes, int misalignment) {
        return new GuardedBuffer(bytes, misalignment);
    }

    /**
     * The memory between the guards.
     *
     * @return closed together with this
     */
    public DeviceBuffer buffer() {
        return buffer;
    }

    /**
     * Writes into the memory.
     *
     * @param offset first byte
     * @param contents what to write
     */
    public void write(int offset, byte[] contents) {
        RawMemory.write(contents, buffer.slice(offset, contents.length).address());
    }

    /**
     * Reads the memory.
     *
     * @return a copy of all bytes between the guards
     */
    public byte[] read() {
        return RawMemory.read(buffer.address(), (int) buffer.bytes());
    }

    /** Fails if a byte beside the memory was written. */
    public void assertGuardsIntact() {
        byte[] guard = new byte[GUARD_BYTES];
        Arrays.fill(guard, GUARD);
        assertThat(RawMemory.read(buffer.address() - GUARD_BYTES, GUARD_BYTES))
                .as("the bytes before the buffer")
                .isEqualTo(guard);
        assertThat(RawMemory.read(buffer.address() + buffer.bytes(), GUARD_BYTES))
                .as("the bytes after the buffer")
                .isEqualTo(guard);
    }

    @Override
    public void close() {
        if (lifetime.end()) {
            RawMemory.free(allocation);
        }
    }
}
