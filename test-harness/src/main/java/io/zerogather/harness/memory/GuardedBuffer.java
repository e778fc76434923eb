package io.zerogather.harness.memory;

import io.zerogather.DeviceBuffer;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A buffer with guard bytes on both sides, which nobody may change. */
public final class GuardedBuffer {
    /** Guard bytes on each side. */
    public static final int GUARD_BYTES = 128;

    private static final byte GUARD = (byte) 0xa7;

    private final Memory block;
    private final Memory inside;
    private final int start;

    /**
     * Lays a buffer into a block and writes its guards.
     *
     * @param block memory of {@link #blockBytes}
     * @param bytes length of the buffer
     * @param misalignment bytes by which it starts after the usual place, 0 or more
     */
    GuardedBuffer(Memory block, int bytes, int misalignment) {
        this.start = GUARD_BYTES + misalignment;
        this.block = block;
        this.inside = block.slice(start, bytes);
        for (int i = 0; i < GUARD_BYTES; i++) {
            block.bytes().put(start - 1 - i, guard(i));
            block.bytes().put(start + bytes + i, guard(i));
        }
        block.publish();
    }

    /**
     * Size of the block that a buffer needs.
     *
     * @param bytes length of the buffer
     * @param misalignment bytes by which it starts after the usual place
     * @return bytes
     */
    static long blockBytes(long bytes, int misalignment) {
        return bytes + misalignment + 2L * GUARD_BYTES;
    }

    /**
     * The buffer for a backend.
     *
     * @return without the guards
     */
    public DeviceBuffer device() {
        return inside.device();
    }

    /**
     * The buffer for this program.
     *
     * @return without the guards
     */
    public ByteBuffer bytes() {
        return inside.bytes();
    }

    /**
     * Part of the buffer, for this program.
     *
     * @param offset first byte
     * @param length bytes
     * @return the part
     */
    public ByteBuffer bytes(int offset, int length) {
        return inside.bytes().slice(offset, length);
    }

    /** Lets a backend see what this program wrote. */
    public void publish() {
        inside.publish();
    }

    /** Lets this program see what a backend wrote. */
    public void refresh() {
        block.refresh();
    }

    /**
     * Looks for damage around the buffer, as of the last {@link #refresh()}.
     *
     * @return the first changed guard byte in words, or empty if all are intact
     */
    public Optional<String> damage() {
        int end = start + inside.bytes().capacity();
        for (int i = 0; i < GUARD_BYTES; i++) {
            if (block.bytes().get(start - 1 - i) != guard(i)) {
                return Optional.of("byte " + (i + 1) + " before the buffer was overwritten");
            }
            if (block.bytes().get(end + i) != guard(i)) {
                return Optional.of("byte " + (i + 1) + " behind the buffer was overwritten");
            }
        }
        return Optional.empty();
    }

    private static byte guard(int distance) {
        return (byte) (GUARD ^ distance);
    }
}
