package io.zerogather.tck;

import io.zerogather.MemoryType;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.Availability;
import io.zerogather.spi.FallbackProvider;
import io.zerogather.spi.GroupContext;
import io.zerogather.spi.ProbeContext;

/** Opens {@link LoopbackDeviceBackend} on devices of a {@link FakeDeviceRuntime}. */
public final class LoopbackDeviceFallback implements FallbackProvider {
    static final String NAME = "loopback-device";

    /** Stateless. */
    public LoopbackDeviceFallback() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int preference() {
        return 100;
    }

    @Override
    public MemoryType memory() {
        return MemoryType.DEVICE;
    }

    @Override
    public Availability probe(ProbeContext context) {
        return Availability.yes(
                "loopback", context.device().orElseThrow().info().busId());
    }

    @Override
    public AllGatherBackend open(GroupContext context) {
        return new LoopbackDeviceBackend(context);
    }
}
