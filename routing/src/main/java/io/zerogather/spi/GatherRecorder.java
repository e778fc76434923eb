package io.zerogather.spi;

import io.zerogather.AllGatherException;
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
     * A submitted gather failed. A gather that a meeting sent to the fallback and that failed there is reported by the
     * fallback only.
     *
     * @param dtype element type
     */
    void failed(DataType dtype);

    /**
     * The group is dead on this rank: every later call must fail with this cause, whatever its route. Only the first
     * cause counts.
     *
     * @param cause what happened, of category {@link AllGatherException.Category#FATAL}
     */
    void poisoned(AllGatherException cause);
}
