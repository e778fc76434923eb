package io.zerogather.harness.memory;

/** Where blocks of memory come from. */
interface MemorySource {
    /**
     * Allocates a block that has been touched, so that no gather pays for its pages.
     *
     * @param bytes length, at least 1
     * @return the block
     */
    Memory allocate(int bytes);
}
