package io.zerogather;

import io.zerogather.agreement.Plan;
import io.zerogather.metrics.GatherCounters;
import io.zerogather.metrics.RouterMeters;
import io.zerogather.metrics.ServedBy;
import io.zerogather.route.RouteDecision;
import io.zerogather.settings.Settings;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.BackendProvider;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Opens the router of a world of one rank: nobody to agree with, and every gather is a local copy. */
final class SingleOpening {
    private final Settings settings;
    private final Ports ports;
    private final Optional<MemoryType> pinned;
    private final Supplier<Placement> placement;

    SingleOpening(Settings settings, Ports ports, Optional<MemoryType> pinned, Supplier<Placement> placement) {
        this.settings = settings;
        this.ports = ports;
        this.pinned = pinned;
        this.placement = placement;
    }

    Router open() {
        Optional<Device> device = device();
        Plan plan = plan(device);
        if (!plan.failure().isEmpty()) {
            throw new AllGatherException(AllGatherException.Category.SETUP, plan.failure());
        }
        GatherStreams streams = GatherStreams.open(device, "zerogather-0", false);
        try {
            AllGatherBackend backend = ports.localBackend(streams, plan.timeout());
            PlanAnnouncement.log(plan, backend.engine(), false);
            GatherCounters counters = new GatherCounters();
            Poison poison = new Poison();
            RouterMeters meters =
                    new RouterMeters(ports.meterRegistry(), counters, new ServedBy("", ""), plan.reason());
            Submission submission = new Submission(streams, counters, meters, poison);
            Channel channel = new Channel(RouteDecision.forWorld(plan), backend, Optional.empty(), poison);
            Group world = new Group(submission, "world", List.of(0), 0, Optional.of(channel));
            return new Router(new OpenRouter(
                    plan,
                    backend.engine(),
                    streams,
                    submission,
                    counters,
                    meters,
                    world,
                    channel,
                    new SingleSubGroups(world)));
        } catch (RuntimeException e) {
            Failures failures = new Failures();
            streams.close(failures);
            failures.addTo(e);
            throw e;
        }
    }

    /**
     * The plan of one rank, without opening anything.
     *
     * @throws AllGatherException if it should gather memory of a GPU and has none
     */
    Plan plan() {
        return plan(device());
    }

    private Plan plan(Optional<Device> device) {
        return Plan.single(settings, device.isPresent() ? MemoryType.DEVICE : MemoryType.HOST);
    }

    /** Without a peer there is no library whose memory counts, so that it is the host's unless a GPU's is asked for. */
    private Optional<Device> device() {
        MemoryType memory = pinned.or(this::memoryOfNamed).orElse(MemoryType.HOST);
        return memory == MemoryType.HOST ? Optional.empty() : placement.get().deviceFor(memory);
    }

    private Optional<MemoryType> memoryOfNamed() {
        return Stream.concat(
                        ports.fallbacks().stream().filter(each -> each.name().equals(settings.fallback())),
                        ports.engines().stream().filter(each -> each.name().equals(settings.engine())))
                .map(BackendProvider::memory)
                .findFirst();
    }
}
