package io.zerogather;

import io.zerogather.agreement.Offer;
import io.zerogather.spi.Availability;
import io.zerogather.spi.BackendProvider;
import io.zerogather.spi.ProbeContext;
import java.util.List;

/** Asks what other modules provide. */
final class Services {
    private Services() {}

    /** What this rank says about a provider. */
    static Offer offer(BackendProvider provider, Placement placement, ProbeContext context) {
        Availability availability =
                placement.misfit(provider.memory()).map(Availability::no).orElseGet(() -> probe(provider, context));
        return new Offer(provider.name(), provider.preference(), provider.memory(), availability);
    }

    /** Probes, and takes whatever a probe throws for a refusal: it must reach the vote. */
    private static Availability probe(BackendProvider provider, ProbeContext context) {
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
