package io.zerogather;

import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.Availability;
import io.zerogather.spi.FallbackProvider;
import io.zerogather.spi.GroupContext;
import io.zerogather.spi.ProbeContext;
import io.zerogather.tck.LoopbackFallback;
import java.util.function.Function;

/** The loopback fallback with what goes wrong, or is watched, on this rank. */
final class TestFallback implements FallbackProvider {
    private final LoopbackFallback fallback = new LoopbackFallback();
    private Availability availability = Availability.yes();
    private Function<GroupContext, AllGatherBackend> opener = fallback::open;

    static TestFallback create() {
        return new TestFallback();
    }

    TestFallback refusing(String reason) {
        availability = Availability.no(reason);
        return this;
    }

    TestFallback opening(Function<GroupContext, AllGatherBackend> other) {
        opener = other;
        return this;
    }

    @Override
    public String name() {
        return fallback.name();
    }

    @Override
    public String displayName() {
        return fallback.displayName();
    }

    @Override
    public int preference() {
        return 0;
    }

    @Override
    public Availability probe(ProbeContext context) {
        return availability;
    }

    @Override
    public AllGatherBackend open(GroupContext context) {
        return opener.apply(context);
    }
}
