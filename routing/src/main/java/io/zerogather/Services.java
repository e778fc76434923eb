package io.zerogather;

import io.zerogather.spi.Availability;
import io.zerogather.spi.BackendProvider;
import io.zerogather.spi.ProbeContext;
import java.util.List;

/** Asks what other modules provide. */
final class Services {
    private Services() {}

    /** Probes, and takes whatever a probe throws for a refusal: it must reach the vote. */
    static Availability probe(BackendProvider provider, ProbeContext context) {
        try {
            return provider.probe(context);
        } catch (RuntimeException | LinkageError e) {
            return Availability.no("its probe failed: " + e);
        }
    }

    static <P extends BackendProvider> P named(List<P> providers, String name) {
        return providers.stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AllGatherException(
                        AllGatherException.Category.SETUP, "no " + name + " on the class path of this rank"));
    }
}
