package io.zerogather.spi;

/**
 * Copies memory within this process, which Java 17 cannot do by address without native code. A group of one rank gathers
 * through it.
 */
public interface LocalCopy {
    /**
     * Whether this rank has the native code.
     *
     * @return yes, or why not; never throws
     */
    Availability availability();

    /**
     * Copies bytes; the ranges may overlap.
     *
     * @param source address of the first byte to read
     * @param destination address of the first byte to write
     * @param bytes how many, not negative
     */
    void copy(long source, long destination, long bytes);
}
