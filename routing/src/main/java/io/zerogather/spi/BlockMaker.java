package io.zerogather.spi;

/** How one kind of shared block is made by native code. The handle of an open block is never 0. */
public interface BlockMaker {
    /**
     * Makes the block, as rank 0.
     *
     * @param cookie two random numbers that name it
     * @param handle receives the four numbers by which the others attach
     * @return the open block, 0 on failure
     */
    long create(long[] cookie, long[] handle);

    /**
     * Attaches to the block, as a rank other than 0.
     *
     * @param cookie the numbers that rank 0 used
     * @param handle what rank 0 received
     * @return the open block, 0 on failure
     */
    long attach(long[] cookie, long[] handle);

    /**
     * Starts to use the block, after all have attached.
     *
     * @param block the open block
     * @return false on failure
     */
    boolean start(long block);

    /**
     * Leaves the block.
     *
     * @param block the open block
     */
    void destroy(long block);

    /**
     * Why this thread's last call failed.
     *
     * @return text for people
     */
    String lastError();
}
