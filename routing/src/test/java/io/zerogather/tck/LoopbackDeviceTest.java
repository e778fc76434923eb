package io.zerogather.tck;

import java.util.List;

class LoopbackDeviceTest extends BackendContract {
    @Override
    protected Providers providers() {
        return new Providers(
                List.of(new LoopbackEngine()),
                List.of(new LoopbackFallback(), new LoopbackDeviceFallback()),
                List.of(FakeDeviceRuntime.of(5)));
    }

    @Override
    protected boolean fastPath() {
        return false;
    }
}
