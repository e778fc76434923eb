package io.zerogather.harness.memory;

import java.util.HashMap;
import java.util.Map;

/**
 * Buffers by name, whose memory is kept and used again: memory outside the Java heap goes back late, and its first touch
 * costs more than a gather. A buffer is valid until its name is asked for again. Not thread-safe.
 */
public final class Scratch {
    /** More does not fit in one {@link java.nio.ByteBuffer}. */
    public static final long MAX_BYTES = Integer.MAX_VALUE - 4096L;

    private final MemorySource source;
    private final Map<String, Memory> blocks = new HashMap<>();

    private Scratch(MemorySource source) {
        this.source = source;
    }

    /**
     * Memory of this process that the fast path knows nothing about, as a trainer's usually is.
     *
     * @return an empty scratch
     */
    public static Scratch ordinary() {
        return new Scratch(SharedMemory::allocate);
    }

    /**
     * Memory that the fast path knows nothing about, of a router's type.
     *
     * @param source the router's
     * @return an empty scratch
     */
    public static Scratch ordinary(OrdinarySource source) {
        return new Scratch(source);
    }

    /**
     * Memory that a router allocates.
     *
     * @param source the router's
     * @return an empty scratch
     */
    public static Scratch pool(PoolSource source) {
        return new Scratch(source);
    }

    /**
     * A buffer at the usual alignment.
     *
     * @param name its name
     * @param bytes length
     * @return the buffer; its content is undefined
     */
    public GuardedBuffer buffer(String name, long bytes) {
        return buffer(name, bytes, 0);
    }

    /**
     * A buffer that starts a little off.
     *
     * @param name its name
     * @param bytes length
     * @param misalignment bytes by which it starts after the usual place
     * @return the buffer; its content is undefined
     * @throws IllegalArgumentException if it is too large
     */
    public GuardedBuffer buffer(String name, long bytes, int misalignment) {
        long needed = GuardedBuffer.blockBytes(bytes, misalignment);
        checkSize(needed);
        Memory block = blocks.get(name);
        if (block == null || block.bytes().capacity() < needed) {
            block = source.allocate((int) needed);
            blocks.put(name, block);
        }
        return new GuardedBuffer(block.slice(0, (int) needed), (int) bytes, misalignment);
    }

    /**
     * Refuses what does not fit, before anything is allocated.
     *
     * @param bytes length of a buffer
     * @throws IllegalArgumentException if it is too large
     */
    public static void checkSize(long bytes) {
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException("A buffer of " + bytes + " bytes: at most " + MAX_BYTES
                    + " are possible here; gather less at once or use fewer ranks");
        }
    }
}
