package io.zerogather.rccl;

import io.zerogather.rccl.nccl.Flavour;

/** The fallback for GPUs of NVIDIA: NCCL. */
public final class NcclFallbackProvider extends NcclProvider {
    /** Called by {@link java.util.ServiceLoader}. */
    public NcclFallbackProvider() {
        super(Flavour.NCCL);
    }
}
