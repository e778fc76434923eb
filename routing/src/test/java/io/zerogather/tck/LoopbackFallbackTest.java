package io.zerogather.tck;

import java.util.List;

class LoopbackFallbackTest extends BackendContract {
    @Override
    protected Providers providers() {
        return new Providers(List.of(new LoopbackEngine()), List.of(new LoopbackFallback()));
    }

    @Override
    protected boolean fastPath() {
        return false;
    }
}
