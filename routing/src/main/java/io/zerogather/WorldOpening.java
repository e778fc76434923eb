package io.zerogather;

import io.zerogather.agreement.Agreement;
import io.zerogather.agreement.Plan;
import io.zerogather.agreement.Proposal;
import io.zerogather.metrics.GatherCounters;
import io.zerogather.metrics.RouterMeters;
import io.zerogather.metrics.ServedBy;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.route.RouteDecision;
import io.zerogather.settings.Settings;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.FastPath;
import io.zerogather.spi.SplittingBackend;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Opens the router of several ranks, in steps that each end in a vote: the plan, then the fallback, then the engine. A
 * step that fails on one rank ends in the same way on all.
 */
final class WorldOpening {
    private static final String WORLD = "world";

    private final Settings settings;
    private final Ports ports;
    private final Rendezvous store;
    private final Rendezvous worldStore;
    private final List<Integer> ranks;
    private final Placement placement;
    private final HostIdentity host;
    private final Agreement agreement;
    private final GatherCounters counters = new GatherCounters();
    private final Poison poison = new Poison();
    private final Deque<Runnable> opened = new ArrayDeque<>();

    WorldOpening(Settings settings, Ports ports, Rendezvous rendezvous, Placement placement, HostIdentity host) {
        this.settings = settings;
        this.ports = ports;
        this.store = rendezvous.scoped("zerogather/");
        this.worldStore = store.scoped(WORLD + "/");
        this.ranks = IntStream.range(0, rendezvous.worldSize()).boxed().toList();
        this.placement = placement;
        this.host = host;
        this.agreement = Agreement.of(worldStore);
    }

    Router open() {
        Plan plan = openable(agreement.plan(proposal(), Deadline.after(settings.openTimeout())));
        boolean oversubscribed = ranks.size() > Runtime.getRuntime().availableProcessors();
        GatherStreams streams =
                GatherStreams.open(placement.deviceFor(plan.memory()), "zerogather-" + store.rank(), oversubscribed);
        opened.push(() -> close(streams));
        try {
            return open(plan, streams);
        } catch (RuntimeException e) {
            undo(e);
            throw e;
        }
    }

    private static void close(GatherStreams streams) {
        Failures failures = new Failures();
        streams.close(failures);
        failures.throwIfAny();
    }

    private Router open(Plan plan, GatherStreams streams) {
        GroupContexts contexts =
                new GroupContexts(plan.agreed(settings), plan.singleHost(), placement, streams, counters);
        FallbackOpening fallbacks = new FallbackOpening(plan.fallback(), ports.fallbacks(), contexts);
        AllGatherBackend fallback = openFallback(plan, fallbacks);
        opened.push(fallback::close);
        JointOpening<FastPath> engine = engine(plan, contexts, fallback);
        engine.backend().ifPresent(fastPath -> opened.push(fastPath::close));
        Plan settled = engine.refusal().isEmpty() ? plan : openable(plan.withoutEngine(engine.refusal()));
        if (store.rank() == 0) {
            PlanAnnouncement.log(
                    settled, fallbacks.displayName(), placement.device().isPresent());
        }
        return router(settled, contexts, fallbacks, fallback, engine.backend());
    }

    /** Closes what was opened, the last first; the reason for that is what people need to see. */
    private void undo(RuntimeException why) {
        Failures failures = new Failures();
        opened.forEach(failures::collect);
        failures.addTo(why);
    }

    private AllGatherBackend openFallback(Plan plan, FallbackOpening fallbacks) {
        try {
            return fallbacks.open(WORLD, worldStore, ranks, poison);
        } catch (AllGatherException e) {
            if (plan.reason() != Reason.MISSING_RANK) {
                throw e;
            }
            // What the library says is a consequence; the rank that never came is the cause.
            throw new AllGatherException(AllGatherException.Category.SETUP, plan.detail() + ". " + e.getMessage(), e);
        }
    }

    private JointOpening<FastPath> engine(Plan plan, GroupContexts contexts, AllGatherBackend fallback) {
        if (!plan.fastPath()) {
            return new JointOpening<>(Optional.empty(), "");
        }
        return JointOpening.open(
                agreement,
                "engine",
                settings.openTimeout(),
                () -> Services.named(ports.engines(), plan.engine())
                        .open(contexts.forEngine(WORLD, worldStore, ranks, fallback, poison)));
    }

    private Router router(
            Plan plan,
            GroupContexts contexts,
            FallbackOpening fallbacks,
            AllGatherBackend fallback,
            Optional<FastPath> engine) {
        ServedBy served = new ServedBy(engine.map(AllGatherBackend::engine).orElse(""), fallback.engine());
        RouterMeters meters = new RouterMeters(ports.meterRegistry(), counters, served, plan.reason());
        Submission submission = new Submission(contexts.streams(), counters, meters, poison);
        Channel channel = new Channel(RouteDecision.forWorld(plan), fallback, engine, poison);
        Group world = new Group(submission, WORLD, ranks, store.rank(), Optional.of(channel));
        WorldSubGroups groups = new WorldSubGroups(
                world, poison, splitting(fallback), submission, plan, store, ports, fallbacks, contexts);
        return new Router(new OpenRouter(
                plan, fallback.engine(), contexts.streams(), submission, counters, meters, world, channel, groups));
    }

    private static Optional<SplittingBackend> splitting(AllGatherBackend fallback) {
        return fallback instanceof SplittingBackend whole ? Optional.of(whole) : Optional.empty();
    }

    private Proposal proposal() {
        return OwnProposal.of(settings, ports, placement, host, store.rank(), ranks.size());
    }

    private static Plan openable(Plan plan) {
        if (!plan.failure().isEmpty()) {
            throw new AllGatherException(AllGatherException.Category.SETUP, plan.failure());
        }
        return plan;
    }
}
