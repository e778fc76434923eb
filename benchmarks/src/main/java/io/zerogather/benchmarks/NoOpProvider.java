package io.zerogather.benchmarks;

import io.zerogather.spi.Availability;
import io.zerogather.spi.EngineProvider;
import io.zerogather.spi.FallbackProvider;
import io.zerogather.spi.FastPath;
import io.zerogather.spi.GroupContext;
import io.zerogather.spi.ProbeContext;

/** Opens {@link NoOpBackend}, as an engine and as a fallback. */
final class NoOpProvider implements EngineProvider, FallbackProvider {
    static final String NAME = "no-op";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        return 0;
    }

    @Override
    public Availability probe(ProbeContext context) {
        return Availability.yes();
    }

    @Override
    public FastPath open(GroupContext context) {
        return new NoOpBackend(context.hostStream());
    }
}
