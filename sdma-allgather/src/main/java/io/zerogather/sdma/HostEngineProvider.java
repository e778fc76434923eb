package io.zerogather.sdma;

import io.zerogather.sdma.host.HostFastPath;
import io.zerogather.spi.Availability;
import io.zerogather.spi.EngineProvider;
import io.zerogather.spi.FastPath;
import io.zerogather.spi.Finding;
import io.zerogather.spi.GroupContext;
import io.zerogather.spi.ProbeContext;
import java.util.List;

/** Engine {@code host}: ranks of one machine gather CPU memory through shared memory. */
public final class HostEngineProvider implements EngineProvider {
    /** Ranks that one control block has room for. */
    static final int MAX_RANKS = 64;

    /** For the service loader. */
    public HostEngineProvider() {}

    @Override
    public String name() {
        return HostFastPath.ENGINE;
    }

    @Override
    public int preference() {
        return 0;
    }

    @Override
    public Availability probe(ProbeContext context) {
        if (context.worldSize() > MAX_RANKS) {
            return Availability.no(
                    "engine host serves at most " + MAX_RANKS + " ranks, this world has " + context.worldSize());
        }
        return NativeCode.availability();
    }

    @Override
    public List<Finding> findings(ProbeContext context) {
        return HostFindings.of(context.worldSize());
    }

    @Override
    public FastPath open(GroupContext context) {
        return HostFastPath.open(context);
    }
}
