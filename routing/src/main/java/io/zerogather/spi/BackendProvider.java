package io.zerogather.spi;

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
}
