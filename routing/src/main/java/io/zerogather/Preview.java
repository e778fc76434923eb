package io.zerogather;

import io.zerogather.agreement.Agreement;
import io.zerogather.agreement.Offer;
import io.zerogather.agreement.Plan;
import io.zerogather.agreement.Proposal;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** Makes plans that nobody opens. */
final class Preview {
    private final Settings settings;
    private final Ports ports;
    private final HostIdentity host;

    Preview(Settings settings, Ports ports, HostIdentity host) {
        this.settings = settings;
        this.ports = ports;
        this.host = host;
    }

    /** The plan of ranks that would all run here, with this process's settings; nobody is asked. */
    PlanPreview alone(int ranks, IntFunction<Placement> placements) {
        SortedMap<Integer, Proposal> proposals = new TreeMap<>();
        for (int rank = 0; rank < ranks; rank++) {
            proposals.put(rank, OwnProposal.of(settings, ports, placements.apply(rank), host, rank, ranks));
        }
        return preview(ranks, Agreement.planOf(proposals), proposals);
    }

    /** The plan of one rank, which has nobody to agree with; what it has is shown all the same. */
    PlanPreview single(Plan plan, Placement placement) {
        return preview(1, plan, new TreeMap<>(Map.of(0, OwnProposal.of(settings, ports, placement, host, 0, 1))));
    }

    /** The plan that all ranks of a job agree on. */
    PlanPreview together(Rendezvous store, Placement placement) {
        Agreement agreement = Agreement.of(store.scoped("zerogather-preview/"));
        Proposal own = OwnProposal.of(settings, ports, placement, host, store.rank(), store.worldSize());
        Plan plan = agreement.plan(own, Deadline.after(settings.openTimeout()));
        return preview(store.worldSize(), plan, agreement.proposals());
    }

    private static PlanPreview preview(int ranks, Plan plan, SortedMap<Integer, Proposal> proposals) {
        List<PlanPreview.Candidate> candidates = new ArrayList<>();
        proposals.forEach((rank, proposal) -> {
            proposal.engines().forEach(offer -> candidates.add(candidate(rank, true, offer)));
            proposal.fallbacks().forEach(offer -> candidates.add(candidate(rank, false, offer)));
        });
        return new PlanPreview(
                ranks,
                plan.fastPath() && plan.failure().isEmpty(),
                plan.engine(),
                plan.fallback(),
                plan.fallbackDetail(),
                plan.memory(),
                plan.reason(),
                plan.detail(),
                plan.differences(),
                plan.failure(),
                candidates);
    }

    private static PlanPreview.Candidate candidate(int rank, boolean engine, Offer offer) {
        return new PlanPreview.Candidate(
                rank,
                engine,
                offer.name(),
                offer.memory(),
                offer.availability().available(),
                offer.availability().reason(),
                offer.availability().compatibility(),
                offer.availability().device());
    }
}
