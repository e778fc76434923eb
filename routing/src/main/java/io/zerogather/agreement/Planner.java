package io.zerogather.agreement;

import io.zerogather.HostIdentity;
import io.zerogather.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes the plan. A pure function of the proposals, so that every rank that saw the same ones offers the same plan.
 */
final class Planner {
    private final Proposals proposals;

    private Planner(Proposals proposals) {
        this.proposals = proposals;
    }

    /**
     * Makes the plan.
     *
     * @param proposals what the ranks propose, at least one of them readable
     * @return the plan
     */
    static Plan plan(Proposals proposals) {
        return new Planner(proposals).plan();
    }

    private Plan plan() {
        Choice.Outcome fallback = Choice.FALLBACK.of(proposals, offer -> misfitOfNamedEngine(offer));
        Choice.Outcome engine = Choice.ENGINE.of(proposals, offer -> misfitOf(offer, fallback));
        Optional<String> severalHosts = severalHosts();
        Optional<Refusal> refusal = missing()
                .or(this::unreadable)
                .or(this::notOptedIn)
                .or(this::versions)
                .or(() -> severalHosts.map(detail -> new Refusal(Reason.SEVERAL_HOSTS, detail)))
                .or(this::unusableLimit)
                .or(engine::refusal);
        Plan plan = new Plan(
                refusal.map(Refusal::reason).orElse(Reason.FAST),
                refusal.map(Refusal::detail).orElse("every rank has engine " + engine.name()),
                refusal.isPresent() ? "" : engine.name(),
                fallback.name(),
                fallback.passedOver(),
                fallback.memory(),
                proposals.all().stream().mapToLong(Proposal::maxElements).min().orElse(0),
                floorBytes(),
                timeout(),
                proposals.all().stream().allMatch(Proposal::extendedTypes),
                proposals.all().stream().anyMatch(Proposal::guarded),
                severalHosts.isEmpty()
                        && proposals.missing().isEmpty()
                        && proposals.unreadable().isEmpty(),
                proposals.all().stream().anyMatch(Proposal::enabled),
                proposals.all().stream().anyMatch(Proposal::required),
                differences(),
                fallback.refusal()
                        .map(why -> "No fallback can start on every rank, and the fast path needs one beside it: "
                                + why.detail())
                        .orElse(""));
        return plan.insisting();
    }

    /** A rank that names an engine wants its memory; a fallback that it names as well stands against that. */
    private Optional<String> misfitOfNamedEngine(Offer fallback) {
        boolean named = !proposals
                .ranksWhere(proposal -> proposal.fallback().equals(fallback.name()))
                .isEmpty();
        return proposals.all().stream()
                .flatMap(proposal -> proposal.engines().stream()
                        .filter(engine -> engine.name().equals(proposal.engine())))
                .filter(engine -> engine.memory() != fallback.memory() && !named)
                .findFirst()
                .map(engine -> "fallback " + fallback.name() + " serves "
                        + fallback.memory().word()
                        + " memory; the engine " + engine.name() + " that DS_SDMA_ALLGATHER_ENGINE names serves "
                        + engine.memory().word() + " memory");
    }

    private static Optional<String> misfitOf(Offer engine, Choice.Outcome fallback) {
        return fallback.name().isEmpty() || engine.memory() == fallback.memory()
                ? Optional.empty()
                : Optional.of(
                        "engine " + engine.name() + " serves " + engine.memory().word()
                                + " memory; the plan's fallback " + fallback.name() + " serves "
                                + fallback.memory().word() + " memory");
    }

    private Optional<Refusal> missing() {
        return proposals.missing().isEmpty()
                ? Optional.empty()
                : Optional.of(new Refusal(
                        Reason.MISSING_RANK,
                        Ranks.named(proposals.missing()) + " missing when the deadline of opening passed"));
    }

    private Optional<Refusal> unreadable() {
        return proposals.unreadable().entrySet().stream()
                .findFirst()
                .map(entry -> new Refusal(
                        Reason.SETTINGS,
                        "rank " + entry.getKey() + ": its proposal cannot be read: " + entry.getValue()
                                + "; run the same version of Zerogather on every rank"));
    }

    private Optional<Refusal> notOptedIn() {
        List<Integer> ranks = proposals.ranksWhere(proposal -> !proposal.enabled());
        if (ranks.isEmpty()) {
            return Optional.empty();
        }
        String detail = ranks.size() == proposals.readable().size()
                ? "no rank opted in; set DS_SDMA_ALLGATHER=1 on every rank"
                : Ranks.named(ranks) + " did not opt in; set DS_SDMA_ALLGATHER=1 on every rank";
        return Optional.of(new Refusal(Reason.OFF, detail));
    }

    private Optional<Refusal> versions() {
        return proposals.ranksBy(Proposal::version).size() <= 1
                ? Optional.empty()
                : Optional.of(new Refusal(
                        Reason.SETTINGS, "versions of Zerogather differ: " + proposals.spelled(Proposal::version)));
    }

    private Optional<String> severalHosts() {
        Map<HostIdentity, List<Integer>> ranks = proposals.ranksBy(Proposal::host);
        if (ranks.size() <= 1) {
            return Optional.empty();
        }
        List<Map.Entry<HostIdentity, List<Integer>>> hosts = List.copyOf(ranks.entrySet());
        Map.Entry<HostIdentity, List<Integer>> first = hosts.get(0);
        Map.Entry<HostIdentity, List<Integer>> second = hosts.get(1);
        return Optional.of(hosts.size() + " hosts: " + Ranks.named(first.getValue()) + " and "
                + Ranks.named(second.getValue()) + " have "
                + first.getKey().differenceFrom(second.getKey()));
    }

    private Optional<Refusal> unusableLimit() {
        return proposals.readable().entrySet().stream()
                .filter(entry -> !entry.getValue().limitUsable())
                .findFirst()
                .map(entry -> new Refusal(
                        Reason.SETTINGS,
                        "rank " + entry.getKey() + ": DS_SDMA_ALLGATHER_MAX_NUMEL is "
                                + entry.getValue().maxElements() + " elements or more, which no memory can hold"));
    }

    private long floorBytes() {
        return proposals.all().stream().mapToLong(Proposal::floorBytes).max().orElse(0);
    }

    private Duration timeout() {
        return proposals.all().stream()
                .map(Proposal::timeout)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private List<String> differences() {
        if (proposals.ranksBy(Proposal::digest).size() <= 1) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        if (proposals.all().stream().allMatch(Proposal::enabled)) {
            report(lines, "DS_SDMA_ALLGATHER_MAX_NUMEL", Proposal::maxElements, "the smallest counts");
            report(lines, "DS_SDMA_ALLGATHER_FLOOR", Proposal::floorBytes, "the largest counts");
            report(lines, "DS_SDMA_ALLGATHER_EXTENDED_DTYPES", Proposal::extendedTypes, "off unless on everywhere");
        }
        report(
                lines,
                "DS_SDMA_ALLGATHER_TIMEOUT",
                proposal -> proposal.timeout().toString(),
                "the largest counts");
        report(lines, "DS_SDMA_ALLGATHER_GUARD", Proposal::guarded, "on if on anywhere");
        return lines;
    }

    private <T> void report(List<String> lines, String variable, Function<Proposal, T> value, String rule) {
        if (proposals.ranksBy(value).size() > 1) {
            lines.add(variable + " differs: " + proposals.spelled(value) + "; " + rule);
        }
    }
}
