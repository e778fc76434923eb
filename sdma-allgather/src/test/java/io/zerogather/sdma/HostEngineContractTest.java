package io.zerogather.sdma;

import io.zerogather.tck.BackendContract;
import io.zerogather.tck.Providers;

/** Engine host passes what every backend must. */
class HostEngineContractTest extends BackendContract {
    @Override
    protected Providers providers() {
        return HostWorlds.providers();
    }

    @Override
    protected boolean fastPath() {
        return true;
    }
}
