package io.zerogather;

import io.zerogather.agreement.Agreement;
import io.zerogather.agreement.Plan;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.RendezvousException;
import io.zerogather.route.RouteDecision;
import io.zerogather.spi.AllGatherBackend;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Makes the sub-groups of a world of several ranks. They are numbered in the order that all ranks make them in. */
final class WorldSubGroups implements SubGroups {
    private final Group world;
    private final Submission submission;
    private final Plan plan;
    private final Rendezvous store;
    private final Ports ports;
    private final FallbackOpening fallbacks;
    private final GroupContexts contexts;
    private final Deque<Channel> channels = new ArrayDeque<>();
    private int lastNumber;
    private boolean closed;

    WorldSubGroups(
            Group world,
            Submission submission,
            Plan plan,
            Rendezvous store,
            Ports ports,
            FallbackOpening fallbacks,
            GroupContexts contexts) {
        this.world = world;
        this.submission = submission;
        this.plan = plan;
        this.store = store;
        this.ports = ports;
        this.fallbacks = fallbacks;
        this.contexts = contexts;
    }

    @Override
    public synchronized Group open(List<Integer> worldRanks) {
        if (closed) {
            throw SubGroups.closedRouter();
        }
        MemberList own = MemberList.of(worldRanks);
        String name = "group-" + ++lastNumber;
        Rendezvous groupStore = store.scoped(name + "/");
        MemberList agreed = agreedOn(own, groupStore);
        String problem = problem(own, agreed);
        int rank = agreed.worldRanks().indexOf(world.rank());
        if (rank >= 0 && agreed.problem(world.size()).isEmpty()) {
            problem = unready(
                    new GroupRendezvous(groupStore, rank, agreed.worldRanks().size()), agreed, problem);
        }
        if (!problem.isEmpty()) {
            throw SubGroups.refused(name + ": " + problem);
        }
        if (agreed.worldRanks().equals(world.ranks())) {
            return world;
        }
        Optional<Channel> channel =
                rank < 0 ? Optional.empty() : Optional.of(channel(name, groupStore, agreed.worldRanks(), rank));
        channel.ifPresent(channels::push);
        return new Group(submission, name, agreed.worldRanks(), rank, channel);
    }

    @Override
    public synchronized void close(Failures failures) {
        closed = true;
        while (!channels.isEmpty()) {
            channels.pop().close(failures);
        }
    }

    /** The list that the first rank passed; the others must pass the same. */
    private MemberList agreedOn(MemberList own, Rendezvous groupStore) {
        try {
            return MemberList.decode(groupStore.setIfAbsent(
                    "members", own.encode(), Deadline.after(contexts.agreed().openTimeout())));
        } catch (RendezvousException e) {
            throw new AllGatherException(
                    AllGatherException.Category.SETUP, "A group cannot be made: " + e.getMessage(), e);
        }
    }

    private String problem(MemberList own, MemberList agreed) {
        String problem = own.problem(world.size());
        return problem.isEmpty() && !own.equals(agreed)
                ? "this rank passes the members " + own.worldRanks() + ", another rank passed " + agreed.worldRanks()
                        + "; pass the same list on every rank"
                : problem;
    }

    /** Lets the members know of a problem before they wait for each other in a library. */
    private String unready(Rendezvous members, MemberList list, String problem) {
        return Agreement.of(members, list.worldRanks())
                .unready(
                        "members",
                        problem,
                        JointOpening.voteDeadline(contexts.agreed().openTimeout()));
    }

    private Channel channel(String name, Rendezvous groupStore, List<Integer> ranks, int rank) {
        Poison poison = new Poison();
        AllGatherBackend fallback = ranks.size() == 1
                ? ports.localBackend(contexts.streams(), plan.timeout())
                : fallbacks.open(name, new GroupRendezvous(groupStore, rank, ranks.size()), ranks, poison);
        return new Channel(RouteDecision.forSubGroup(plan, ranks.size()), fallback, Optional.empty(), poison);
    }
}
