package io.zerogather;

import io.zerogather.spi.Availability;
import io.zerogather.spi.EngineProvider;
import io.zerogather.spi.FastPath;
import io.zerogather.spi.GroupContext;
import io.zerogather.spi.ProbeContext;
import io.zerogather.tck.LoopbackEngine;
import java.util.function.Function;

/** The loopback engine with what goes wrong, or is watched, on this rank. */
final class TestEngine implements EngineProvider {
    private final LoopbackEngine engine = new LoopbackEngine();
    private Function<ProbeContext, Availability> probe = engine::probe;
    private Function<GroupContext, FastPath> opener = engine::open;

    static TestEngine create() {
        return new TestEngine();
    }

    TestEngine probing(Function<ProbeContext, Availability> other) {
        probe = other;
        return this;
    }

    TestEngine opening(Function<GroupContext, FastPath> other) {
        opener = other;
        return this;
    }

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public int preference() {
        return 0;
    }

    @Override
    public Availability probe(ProbeContext context) {
        return probe.apply(context);
    }

    @Override
    public FastPath open(GroupContext context) {
        return opener.apply(context);
    }
}
