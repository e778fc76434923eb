package io.zerogather.rccl.nccl;

/** The codes that every call returns. */
public final class NcclResult {
    /** Done, or queued. */
    public static final int SUCCESS = 0;
    /** A GPU call failed; the communicator is lost. */
    public static final int UNHANDLED_CUDA_ERROR = 1;
    /** The system failed; the communicator is lost. */
    public static final int SYSTEM_ERROR = 2;
    /** The library failed; the communicator is lost. */
    public static final int INTERNAL_ERROR = 3;
    /** The call was refused; the communicator is as it was. */
    public static final int INVALID_ARGUMENT = 4;
    /** The call was refused; the communicator is as it was. */
    public static final int INVALID_USAGE = 5;
    /** A peer failed or the network did; the communicator is lost. */
    public static final int REMOTE_ERROR = 6;
    /** The call goes on; only the state may be asked for, or an abort made, until it changes. */
    public static final int IN_PROGRESS = 7;
    /** Since 2.30.3; before, 8 is no code at all. */
    public static final int TIMEOUT = 8;

    private static final NcclVersion FIRST_WITH_TIMEOUT = new NcclVersion(2, 30, 3);

    private NcclResult() {}

    /** The name in the library's header. */
    static String name(int code, NcclVersion version) {
        return switch (code) {
            case SUCCESS -> "ncclSuccess";
            case UNHANDLED_CUDA_ERROR -> "ncclUnhandledCudaError";
            case SYSTEM_ERROR -> "ncclSystemError";
            case INTERNAL_ERROR -> "ncclInternalError";
            case INVALID_ARGUMENT -> "ncclInvalidArgument";
            case INVALID_USAGE -> "ncclInvalidUsage";
            case REMOTE_ERROR -> "ncclRemoteError";
            case IN_PROGRESS -> "ncclInProgress";
            case TIMEOUT -> version.isBefore(FIRST_WITH_TIMEOUT) ? "unknown result" : "ncclTimeout";
            default -> "unknown result";
        };
    }
}
