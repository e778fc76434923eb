package io.zerogather.rccl;

import io.zerogather.rccl.nccl.Flavour;

/** The fallback for GPUs of AMD: RCCL. */
public final class RcclFallbackProvider extends NcclProvider {
    /** Called by {@link java.util.ServiceLoader}. */
    public RcclFallbackProvider() {
        super(Flavour.RCCL);
    }
}
