package io.zerogather.spi;

import java.nio.ByteBuffer;

/**
 * Finds where a direct buffer lies, which Java 17 cannot say without native code. Each module that has a native library
 * provides one, so that the loss of one library does not take the buffers of the other with it.
 */
public interface BufferAddressing {
    /**
     * Whether this rank has the native code.
     *
     * @return yes, or why not; never throws
     */
    Availability availability();

    /**
     * Address of the buffer's position.
     *
     * @param buffer a direct buffer
     * @return the address
     */
    long addressOf(ByteBuffer buffer);
}
