package io.zerogather.spi;

import io.zerogather.MemoryType;
import java.util.List;

/** What fast path engines and fallbacks have in common: a name, a rank-local probe, and a collective open. */
public interface BackendProvider {
    /**
     * The engine's name in settings, proposals, logs and metrics.
     *
     * @return lower case, for example {@code host}
     */
    String name();

    /**
     * Among several that every rank has, the one with the highest preference is taken.
     *
     * @return any number, equal on all ranks of one version
     */
    int preference();

    /**
     * Finds out whether this rank could start the engine. Rank-local: no peer, no waiting, no exception.
     *
     * @param context what the probe may look at
     * @return yes, or no with the reason
     */
    Availability probe(ProbeContext context);

    /**
     * Whose memory the engine gathers in. All backends of one router serve the same type.
     *
     * @return host unless overridden
     */
    default MemoryType memory() {
        return MemoryType.HOST;
    }

    /**
     * What the probe found, for people who ask why a backend would be chosen or not. Rank-local; never throws.
     *
     * @param context what the probe may look at
     * @return findings in the order to show them
     */
    default List<Finding> findings(ProbeContext context) {
        return List.of();
    }
}
