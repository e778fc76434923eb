package io.zerogather;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A word of page-locked memory on which streams are held until the CPU has stored a value. Values grow, so that a stream
 * which looks late still finds its value reached when the word is used again. A word ends with the largest value: the runtimes
 * do not agree on what comes after it.
 */
final class DeviceWord {
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final ByteBuffer page;
    private final int offset;
    private final long address;
    private int lastValue;

    /** A word that holds the last value that was waited for. */
    DeviceWord(ByteBuffer page, long pageAddress, int offset, int lastValue) {
        this.page = page;
        this.offset = offset;
        this.address = pageAddress + offset;
        this.lastValue = lastValue;
    }

    long address() {
        return address;
    }

    /** The next value to wait for; only its present holder calls this. */
    int nextValue() {
        return ++lastValue;
    }

    /** Whether there is no next value. */
    boolean isSpent() {
        return lastValue == Integer.MAX_VALUE;
    }

    /** Lets every stream go on that waits for this value or an earlier one. */
    void store(int value) {
        INT.setRelease(page, offset, value);
    }
}
