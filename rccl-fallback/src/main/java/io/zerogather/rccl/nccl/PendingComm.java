package io.zerogather.rccl.nccl;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;

/**
 * A communicator that is being joined. The handle is known at once, so that its state can be asked for and an abort be made.
 * Keep this reachable for the communicator's life.
 */
public final class PendingComm {
    private final int code;
    private final long handle;
    private final NcclConfig config;

    PendingComm(int code, PointerByReference comm, NcclConfig config) {
        this.code = code;
        this.handle = Pointer.nativeValue(comm.getValue());
        this.config = config;
    }

    /**
     * What the call returned.
     *
     * @return code, {@link NcclResult#IN_PROGRESS} as a rule
     */
    public int code() {
        return code;
    }

    /**
     * The communicator.
     *
     * @return handle; 0 if the call was refused
     */
    public long handle() {
        return handle;
    }

    /**
     * What the communicator was made with.
     *
     * @return what was passed
     */
    public NcclConfig config() {
        return config;
    }
}
