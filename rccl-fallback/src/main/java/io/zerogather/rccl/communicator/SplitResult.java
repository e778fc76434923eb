package io.zerogather.rccl.communicator;

import io.zerogather.rccl.nccl.NcclConfig;
import io.zerogather.rccl.nccl.NcclLibrary;
import io.zerogather.rccl.nccl.NcclResult;
import io.zerogather.rccl.nccl.PendingSplit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What became of a split.
 *
 * @param result the library's result; in progress if it did not end in time
 * @param handle the new communicator, 0 if there is none
 */
record SplitResult(int result, long handle) {
    /** All members of a new group pass one colour, and its ranks as keys. */
    private static final int MEMBERS = 0;

    private static final int NO_COLOUR = -1;
    private static final long POLL_NANOS = 50_000;

    /**
     * Splits a blocking communicator off a non-blocking one and waits until it is ready. A thread of the library writes the
     * new handle, in practice after the parent has nothing in progress any more, so it is the handle that is waited for.
     *
     * @param library the library
     * @param parent the communicator that is split
     * @param member rank in the new group, or -1
     * @param goOn whether to wait on
     */
    static SplitResult of(NcclLibrary library, long parent, int member, BooleanSupplier goOn) {
        NcclConfig config = NcclConfig.blocking(library.versionCode());
        PendingSplit split = library.split(parent, member < 0 ? NO_COLOUR : MEMBERS, Math.max(member, 0), config);
        int result = split.code();
        while (result == NcclResult.IN_PROGRESS && goOn.getAsBoolean()) {
            LockSupport.parkNanos(POLL_NANOS);
            result = library.asyncError(parent);
        }
        if (result != NcclResult.SUCCESS || member < 0) {
            return new SplitResult(result, 0);
        }
        while (!split.isWritten()) {
            if (!goOn.getAsBoolean()) {
                return new SplitResult(NcclResult.IN_PROGRESS, 0);
            }
            LockSupport.parkNanos(POLL_NANOS);
            result = library.asyncError(parent);
            if (result != NcclResult.SUCCESS && result != NcclResult.IN_PROGRESS) {
                return new SplitResult(result, 0);
            }
        }
        long handle = split.complete();
        result = library.asyncError(handle);
        while (result == NcclResult.IN_PROGRESS && goOn.getAsBoolean()) {
            LockSupport.parkNanos(POLL_NANOS);
            result = library.asyncError(handle);
        }
        return new SplitResult(result, handle);
    }
}
