package io.zerogather.harness.bench;

import io.zerogather.Router;
import java.util.HashMap;
import java.util.Map;

/** One clock for each router, closed together. */
final class BatchClocks implements AutoCloseable {
    private final Map<Router, BatchClock> clocks = new HashMap<>();

    BatchClock of(Router router) {
        return clocks.computeIfAbsent(router, BatchClock::of);
    }

    @Override
    public void close() {
        clocks.values().forEach(BatchClock::close);
    }
}
