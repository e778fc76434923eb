package io.zerogather.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DeviceBuffer;
import java.util.Arrays;

/** Memory between two guards, at any alignment. Closing it frees the memory, and fails if a gather still holds it. */
public final class GuardedBuffer implements AutoCloseable {
    private static final int GUARD_BYTES = 128;
    private static final int ALIGNMENT = 64;
    private static final byte GUARD = (byte) 0xA5;
    private static final byte FILLER = (byte) 0xCD;

    private final TestMemory.Region region;
    private final int start;
    private final DeviceBuffer buffer;

    private GuardedBuffer(TestMemory memory, int bytes, int misalignment) {
        region = memory.allocate(ALIGNMENT + GUARD_BYTES + misalignment + bytes + GUARD_BYTES);
        int toAlignment = (int) Math.floorMod(-region.buffer().address(), (long) ALIGNMENT);
        start = toAlignment + GUARD_BYTES + misalignment;
        byte[] contents = new byte[bytes + 2 * GUARD_BYTES];
        Arrays.fill(contents, GUARD);
        Arrays.fill(contents, GUARD_BYTES, GUARD_BYTES + bytes, FILLER);
        region.write(start - GUARD_BYTES, contents);
        buffer = region.buffer().slice(start, bytes);
    }

    /**
     * Memory of the host that starts on a cache line.
     *
     * @param bytes length, 0 or more
     * @return filled with one byte that is not a pattern
     */
    public static GuardedBuffer of(int bytes) {
        return of(bytes, 0);
    }

    /**
     * Memory of the host that starts some bytes after a cache line.
     *
     * @param bytes length, 0 or more
     * @param misalignment bytes
     * @return filled with one byte that is not a pattern
     */
    public static GuardedBuffer of(int bytes, int misalignment) {
        return of(TestMemory.host(), bytes, misalignment);
    }

    /**
     * Memory that starts some bytes after a cache line.
     *
     * @param memory where it comes from
     * @param bytes length, 0 or more
     * @param misalignment bytes
     * @return filled with one byte that is not a pattern
     */
    public static GuardedBuffer of(TestMemory memory, int bytes, int misalignment) {
        return new GuardedBuffer(memory, bytes, misalignment);
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
        region.write(start + offset, contents);
    }

    /**
     * Reads the memory.
     *
     * @return a copy of all bytes between the guards
     */
    public byte[] read() {
        return region.read(start, (int) buffer.bytes());
    }

    /** Fails if a byte beside the memory was written. */
    public void assertGuardsIntact() {
        byte[] guard = new byte[GUARD_BYTES];
        Arrays.fill(guard, GUARD);
        assertThat(region.read(start - GUARD_BYTES, GUARD_BYTES))
                .as("the bytes before the buffer")
                .isEqualTo(guard);
        assertThat(region.read(start + (int) buffer.bytes(), GUARD_BYTES))
                .as("the bytes after the buffer")
                .isEqualTo(guard);
    }

    @Override
    public void close() {
        region.close();
    }
}
