package io.zerogather;

import io.zerogather.agreement.Offer;
import io.zerogather.agreement.Proposal;
import io.zerogather.settings.Settings;
import io.zerogather.spi.BackendProvider;
import io.zerogather.spi.ProbeContext;
import java.util.List;

/** Puts together what one rank proposes: its settings, and what it finds out about every provider. */
final class OwnProposal {
    private OwnProposal() {}

    /**
     * Probes.
     *
     * @param settings the rank's settings
     * @param ports the providers
     * @param placement where the rank runs
     * @param host its host
     * @param rank the rank in WORLD
     * @param ranks ranks in WORLD
     * @return the proposal
     */
    static Proposal of(Settings settings, Ports ports, Placement placement, HostIdentity host, int rank, int ranks) {
        ProbeContext context = new ProbeContext(
                settings, rank, ranks, placement.localRank(), placement.device(), placement.deviceRefusal());
        List<Offer> engines = settings.enabled() ? offers(ports.engines(), placement, context) : List.of();
        return Proposal.of(Version.current(), settings, host, engines, offers(ports.fallbacks(), placement, context));
    }

    private static List<Offer> offers(
            List<? extends BackendProvider> providers, Placement placement, ProbeContext context) {
        return providers.stream()
                .map(provider -> Services.offer(provider, placement, context))
                .toList();
    }
}
