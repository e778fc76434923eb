package io.zerogather.rccl.nccl;

import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * The calls of the data path and of a communicator's life, bound directly to the one library of this process: they allocate
 * nothing. Handles and addresses are plain numbers.
 */
final class NcclCalls {
    private NcclCalls() {}

    static native int ncclAllGather(long send, long receive, long elements, int type, long comm, long stream);

    static native int ncclCommGetAsyncError(long comm, long result);

    static native int ncclCommSplit(long comm, int color, int key, Pointer newComm, Pointer config);

    static native int ncclCommFinalize(long comm);

    static native int ncclCommDestroy(long comm);

    static native int ncclCommAbort(long comm);

    static native @Nullable String ncclGetErrorString(int code);

    static native @Nullable String ncclGetLastError(long comm);
}
