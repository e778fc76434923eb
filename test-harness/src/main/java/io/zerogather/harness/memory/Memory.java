package io.zerogather.harness.memory;

import io.zerogather.DeviceBuffer;
import java.nio.ByteBuffer;

/** A block of memory that a backend gathers from or to, and that this program can look into. */
interface Memory {
    /** The block for a backend. */
    DeviceBuffer device();

    /** The block for this program. */
    ByteBuffer bytes();

    /**
     * Part of the block.
     *
     * @param offset first byte
     * @param length bytes
     * @return the part
     * @throws IndexOutOfBoundsException if it does not lie in the block
     */
    Memory slice(int offset, int length);

    /** Lets a backend see what this program wrote. */
    void publish();

    /** Lets this program see what a backend wrote. */
    void refresh();
}
