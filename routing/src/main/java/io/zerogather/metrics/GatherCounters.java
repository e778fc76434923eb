package io.zerogather.metrics;

import io.zerogather.DataType;
import io.zerogather.Reason;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BiConsumer;

/**
 * Counts gathers by reason and dtype. Submissions have one writer at a time, the holder of the submission lock, and so
 * need no atomic addition; what happens to a gather later is counted from any thread.
 */
public final class GatherCounters {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
    private static final List<Reason> REASONS = List.of(Reason.values());
    private static final List<DataType> TYPES = List.of(DataType.values());
    private static final int CELLS = REASONS.size() * TYPES.size();

    private final long[] submitted = new long[CELLS];
    private final long[] submittedBytes = new long[CELLS];
    private final AtomicLongArray redirected = new AtomicLongArray(CELLS);
    private final AtomicLongArray redirectedBytes = new AtomicLongArray(CELLS);
    private final AtomicLong failed = new AtomicLong();
    private final long[] enqueues = new long[2];

    private volatile BiConsumer<Reason, DataType> firstOfKind = (reason, dtype) -> {};

    /** All zero. */
    public GatherCounters() {}

    /**
     * Sets what happens when the first gather of a reason and dtype has been counted, before any is.
     *
     * @param listener told at most twice of each pair
     */
    public void onFirstOfKind(BiConsumer<Reason, DataType> listener) {
        firstOfKind = listener;
    }

    /**
     * Counts a submission. The caller holds the submission lock.
     *
     * @param reason why it took its route
     * @param dtype element type
     * @param outputBytes bytes of the whole output
     * @param enqueueNanos time that the submission took
     */
    public void submitted(Reason reason, DataType dtype, long outputBytes, long enqueueNanos) {
        int cell = cell(reason, dtype);
        long before = submitted[cell];
        CELL.setOpaque(submitted, cell, before + 1);
        CELL.setOpaque(submittedBytes, cell, submittedBytes[cell] + outputBytes);
        CELL.setOpaque(enqueues, 0, enqueues[0] + 1);
        CELL.setOpaque(enqueues, 1, enqueues[1] + enqueueNanos);
        if (before == 0) {
            firstOfKind.accept(reason, dtype);
        }
    }

    /**
     * Counts a fast-path candidate as the fallback's after all.
     *
     * @param reason why a meeting sent it there
     * @param dtype element type
     * @param outputBytes bytes of the whole output
     */
    public void redirected(Reason reason, DataType dtype, long outputBytes) {
        int cell = cell(reason, dtype);
        redirectedBytes.addAndGet(cell, outputBytes);
        if (redirected.getAndIncrement(cell) == 0) {
            firstOfKind.accept(reason, dtype);
        }
    }

    /** Counts a gather that failed after its submission. */
    public void failed() {
        failed.incrementAndGet();
    }

    /**
     * Gathers of one reason and dtype. A fast-path candidate counts as one until a meeting has redirected it.
     *
     * @param reason why they took their route
     * @param dtype element type
     * @return how many
     */
    public long gathers(Reason reason, DataType dtype) {
        return total(reason, dtype, submitted, redirected);
    }

    /**
     * Output bytes of the gathers of one reason and dtype.
     *
     * @param reason why they took their route
     * @param dtype element type
     * @return bytes
     */
    public long bytes(Reason reason, DataType dtype) {
        return total(reason, dtype, submittedBytes, redirectedBytes);
    }

    /**
     * Gathers by reason, over all dtypes.
     *
     * @return reasons that occurred
     */
    public Map<Reason, Long> gathersByReason() {
        Map<Reason, Long> result = new EnumMap<>(Reason.class);
        for (Reason reason : REASONS) {
            long gathers = 0;
            for (DataType dtype : TYPES) {
                gathers += gathers(reason, dtype);
            }
            if (gathers > 0) {
                result.put(reason, gathers);
            }
        }
        return result;
    }

    /**
     * Gathers that failed after their submission.
     *
     * @return how many
     */
    public long failures() {
        return failed.get();
    }

    /**
     * Submissions so far.
     *
     * @return how many
     */
    public long enqueues() {
        return (long) CELL.getOpaque(enqueues, 0);
    }

    /**
     * Time that all submissions took together.
     *
     * @return nanoseconds
     */
    public long enqueueNanos() {
        return (long) CELL.getOpaque(enqueues, 1);
    }

    private static long total(Reason reason, DataType dtype, long[] submissions, AtomicLongArray redirections) {
        long total = (long) CELL.getOpaque(submissions, cell(reason, dtype)) + redirections.get(cell(reason, dtype));
        return reason == Reason.FAST ? total - redirectedOf(dtype, redirections) : total;
    }

    private static long redirectedOf(DataType dtype, AtomicLongArray redirections) {
        long sum = 0;
        for (Reason reason : REASONS) {
            sum += redirections.get(cell(reason, dtype));
        }
        return sum;
    }

    @SuppressWarnings("EnumOrdinal") // an index into arrays of this process that nothing stores
    private static int cell(Reason reason, DataType dtype) {
        return reason.ordinal() * TYPES.size() + dtype.ordinal();
    }
}
