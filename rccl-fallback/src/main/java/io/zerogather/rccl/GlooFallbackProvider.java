package io.zerogather.rccl;

import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.Availability;
import io.zerogather.spi.FallbackProvider;
import io.zerogather.spi.Finding;
import io.zerogather.spi.GroupContext;
import io.zerogather.spi.ProbeContext;
import java.util.List;

/** The fallback for host memory: Gloo over TCP, on one host or several. Thread-safe. */
public final class GlooFallbackProvider implements FallbackProvider {
    private static final int PREFERENCE = 100;

    /** Called by {@link java.util.ServiceLoader}. */
    public GlooFallbackProvider() {}

    @Override
    public String name() {
        return GlooBackend.ENGINE;
    }

    @Override
    public String displayName() {
        return "Gloo";
    }

    @Override
    public int preference() {
        return PREFERENCE;
    }

    @Override
    public Availability probe(ProbeContext context) {
        return GlooLibrary.availability();
    }

    @Override
    public List<Finding> findings(ProbeContext context) {
        return GlooLibrary.availability().available() ? GlooFindings.of(System.getenv()) : List.of();
    }

    @Override
    public AllGatherBackend open(GroupContext context) {
        return new GlooBackend(context, new GlooOpening(context).open(System.getenv()));
    }
}
