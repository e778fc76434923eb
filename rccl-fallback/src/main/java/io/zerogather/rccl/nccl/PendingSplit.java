package io.zerogather.rccl.nccl;

import com.sun.jna.Memory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A split that may go on in the library's own thread, which writes the new handle some time before the parent leaves {@link
 * NcclResult#IN_PROGRESS}. The place that it writes to lives until {@link #complete}, also where the caller loses this object:
 * one that is never completed costs a few bytes, and not a write into freed memory.
 */
public final class PendingSplit {
    private static final Set<PendingSplit> WRITABLE = ConcurrentHashMap.newKeySet();

    private final Memory cell = new Memory(Long.BYTES);
    private final NcclConfig config;
    private int code;

    private PendingSplit(NcclConfig config) {
        this.config = config;
        cell.clear();
    }

    static PendingSplit start(long parent, int color, int key, NcclConfig config) {
        PendingSplit split = new PendingSplit(config);
        WRITABLE.add(split);
        split.code = NcclCalls.ncclCommSplit(parent, color, key, split.cell, config.memory());
        return split;
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
     * Reads the new handle. To be called when the parent has left {@link NcclResult#IN_PROGRESS} or its abort has returned.
     *
     * @return handle; 0 if this rank is in no new communicator, or the split failed
     */
    public long complete() {
        WRITABLE.remove(this);
        return cell.getLong(0);
    }

    /**
     * What the new communicator was made with.
     *
     * @return what was passed
     */
    public NcclConfig config() {
        return config;
    }
}
