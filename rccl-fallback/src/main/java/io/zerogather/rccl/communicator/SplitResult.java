package io.zerogather.rccl.communicator;

import io.zerogather.rccl.nccl.NcclConfig;
import io.zerogather.rccl.nccl.NcclLibrary;
import io.zerogather.rccl.nccl.NcclResult;
import io.zerogather.rccl.nccl.PendingSplit;
import java.util.function.IntSupplier;

/**
 * What became of a split.
 *
 * @param result the library's result
 * @param handle the new communicator, 0 if there is none
 */
record SplitResult(int result, long handle) {
    /** All members of a new group pass one colour, and its ranks as keys. */
    private static final int MEMBERS = 0;

    private static final int NO_COLOUR = -1;

    /**
     * Splits and waits for the end.
     *
     * @param library the library
     * @param parent the communicator that is split
     * @param member rank in the new group, or -1
     * @param settled waits until the parent has nothing in progress
     */
    static SplitResult of(NcclLibrary library, long parent, int member, IntSupplier settled) {
        if (parent == 0) {
            return new SplitResult(NcclResult.INVALID_USAGE, 0);
        }
        NcclConfig config = NcclConfig.nonBlocking(library.versionCode());
        PendingSplit split = library.split(parent, member < 0 ? NO_COLOUR : MEMBERS, Math.max(member, 0), config);
        int result = split.code() == NcclResult.IN_PROGRESS ? settled.getAsInt() : split.code();
        return new SplitResult(result, result == NcclResult.SUCCESS ? split.complete() : 0);
    }
}
