package io.zerogather.spi;

import io.zerogather.DataType;
import io.zerogather.Reason;

/** Where a backend reports what becomes of a gather after the router has submitted it. Thread-safe, never throws. */
public interface GatherRecorder {
    /**
     * A meeting sent a fast-path candidate to the fallback.
     *
     * @param reason {@link Reason#CAPTURE} or {@link Reason#LEAVE}
     * @param dtype element type
     * @param outputBytes bytes of the whole output
     */
    void redirected(Reason reason, DataType dtype, long outputBytes);

    /**
     * A submitted gather failed.
     *
     * @param dtype element type
     */
    void failed(DataType dtype);
}
