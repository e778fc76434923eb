package io.zerogather.rccl.communicator;

import io.zerogather.gpu.CudaRuntime;
import io.zerogather.rccl.NcclFallbackProvider;
import io.zerogather.tck.BackendContract;
import io.zerogather.tck.Providers;
import java.util.List;
import java.util.Map;

/** The contract over the stub of NCCL, with ranks as threads, each on a device of the fake of CUDA. */
class NcclContractTest extends BackendContract {
    private static final CudaRuntime CUDA = CudaRuntime.of(Fakes.cuda());

    @Override
    protected Providers providers() {
        return new Providers(List.of(), List.of(new NcclFallbackProvider()), List.of(CUDA));
    }

    @Override
    protected Map<String, String> environment() {
        return Map.of("DS_SDMA_ALLGATHER_LIBRARY", Fakes.nccl().toString());
    }

    @Override
    protected boolean fastPath() {
        return false;
    }

    @Override
    protected boolean survivesDifferingCalls() {
        return false;
    }
}
