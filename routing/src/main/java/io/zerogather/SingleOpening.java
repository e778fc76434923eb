package io.zerogather;

import io.zerogather.agreement.Plan;
import io.zerogather.metrics.GatherCounters;
import io.zerogather.metrics.RouterMeters;
import io.zerogather.metrics.ServedBy;
import io.zerogather.route.RouteDecision;
import io.zerogather.settings.Settings;
import java.util.List;
import java.util.Optional;

/** Opens the router of a world of one rank: nobody to agree with, and every gather is a local copy. */
final class SingleOpening {
    private final Settings settings;
    private final Ports ports;

    SingleOpening(Settings settings, Ports ports) {
        this.settings = settings;
        this.ports = ports;
    }

    Router open() {
        Plan plan = Plan.single(settings, MemoryType.HOST);
        if (!plan.failure().isEmpty()) {
            throw new AllGatherException(AllGatherException.Category.SETUP, plan.failure());
        }
        HostStream hostStream = HostStream.open("zerogather-0", false);
        try {
            LocalBackend backend = ports.localBackend(hostStream);
            PlanAnnouncement.log(plan, backend.engine());
            GatherCounters counters = new GatherCounters();
            Poison poison = new Poison();
            RouterMeters meters =
                    new RouterMeters(ports.meterRegistry(), counters, new ServedBy("", ""), plan.reason());
            Submission submission = new Submission(hostStream, counters, meters, poison);
            Channel channel = new Channel(RouteDecision.forWorld(plan), backend, Optional.empty(), poison);
            Group world = new Group(submission, "world", List.of(0), 0, Optional.of(channel));
            return new Router(new OpenRouter(
                    plan,
                    backend.engine(),
                    hostStream,
                    submission,
                    counters,
                    meters,
                    world,
                    channel,
                    new SingleSubGroups(world)));
        } catch (RuntimeException e) {
            hostStream.close();
            throw e;
        }
    }
}
