package io.zerogather.rccl;

import io.zerogather.tck.BackendContract;
import io.zerogather.tck.Providers;
import java.util.List;

@RequiresGloo
class GlooBackendTest extends BackendContract {
    @Override
    protected Providers providers() {
        return new Providers(List.of(), List.of(new GlooFallbackProvider()));
    }

    @Override
    protected boolean fastPath() {
        return false;
    }
}
