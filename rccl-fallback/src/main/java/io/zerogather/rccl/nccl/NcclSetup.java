package io.zerogather.rccl.nccl;

import com.sun.jna.Library;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;

/** The calls that are made once, and may be slow. Public because JNA implements it. */
public interface NcclSetup extends Library {
    /**
     * The library's version.
     *
     * @param version is set
     * @return code
     */
    int ncclGetVersion(IntByReference version);

    /**
     * Makes the id of a new communicator.
     *
     * @param id is set
     * @return code
     */
    int ncclGetUniqueId(UniqueId id);

    /**
     * Joins a communicator.
     *
     * @param comm is set to the handle
     * @param ranks number of ranks
     * @param id the same on all ranks
     * @param rank this one
     * @param config an {@code ncclConfig_t}
     * @return code
     */
    int ncclCommInitRankConfig(PointerByReference comm, int ranks, UniqueId.ByValue id, int rank, Pointer config);
}
