package io.zerogather.tck;

import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.Availability;
import io.zerogather.spi.FallbackProvider;
import io.zerogather.spi.GroupContext;
import io.zerogather.spi.ProbeContext;

/** Opens {@link LoopbackBackend}. */
public final class LoopbackFallback implements FallbackProvider {
    static final String NAME = "loopback";

    /** Stateless. */
    public LoopbackFallback() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String displayName() {
        return "Loopback";
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
    public AllGatherBackend open(GroupContext context) {
        return new LoopbackBackend(context);
    }
}
