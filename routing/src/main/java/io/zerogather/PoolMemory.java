package io.zerogather;

/**
 * Memory that the fast path allocated so that peers may map it: gathers whose shards lie in it go direct, without a
 * transit copy. Close it when no gather uses it any more.
 */
public interface PoolMemory extends AutoCloseable {
    /**
     * The whole memory.
     *
     * @return a buffer that is closed together with this memory
     */
    DeviceBuffer buffer();

    /**
     * Frees the memory. Closing it again changes nothing.
     *
     * @throws IllegalStateException if a gather in flight uses it
     */
    @Override
    void close();
}
