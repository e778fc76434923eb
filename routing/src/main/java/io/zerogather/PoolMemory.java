package io.zerogather;

import java.nio.ByteBuffer;

/**
 * Memory that the fast path allocated so that peers may map it: gathers whose shards lie in it go direct, without a
 * transit copy. The first gather after an allocation may still be staged, on all ranks, because a peer that had posted before
 * maps it only before its next post. Close it when no gather uses it any more.
 */
public interface PoolMemory extends AutoCloseable {
    /**
     * The whole memory.
     *
     * @return a buffer that is closed together with this memory
     */
    DeviceBuffer buffer();

    /**
     * A window through which Java reads and writes the memory, in native byte order. It must not be used after this memory
     * was closed: the address may then be somebody else's.
     *
     * @param offsetBytes first byte, from the start of this memory
     * @param lengthBytes length
     * @return a direct buffer over the same bytes
     * @throws IndexOutOfBoundsException if the window does not lie within this memory
     * @throws IllegalStateException if this memory is closed
     */
    ByteBuffer view(long offsetBytes, int lengthBytes);

    /**
     * Frees the memory. Closing it again changes nothing.
     *
     * @throws IllegalStateException if a gather in flight uses it
     */
    @Override
    void close();
}
