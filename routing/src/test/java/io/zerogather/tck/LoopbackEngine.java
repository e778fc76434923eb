package io.zerogather.tck;

import io.zerogather.spi.Availability;
import io.zerogather.spi.EngineProvider;
import io.zerogather.spi.FastPath;
import io.zerogather.spi.GroupContext;
import io.zerogather.spi.ProbeContext;

/**
 * Opens {@link LoopbackFastPath}.
 *
 * @param leaveFromCall the call from which on the ranks leave the fast path
 */
public record LoopbackEngine(long leaveFromCall) implements EngineProvider {
    static final String NAME = "loopback-fast";

    /** An engine whose ranks stay. */
    public LoopbackEngine() {
        this(Long.MAX_VALUE);
    }

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
        return new LoopbackFastPath(context, leaveFromCall);
    }
}
