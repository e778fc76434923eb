package io.zerogather;

import io.zerogather.agreement.Agreement;
import io.zerogather.agreement.Plan;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.RendezvousException;
import io.zerogather.route.RouteDecision;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.SplittingBackend;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Makes the sub-groups of a world of several ranks. They are numbered in the order that all ranks make them in. Where the
 * library makes groups by splitting WORLD's, every rank of WORLD votes and takes part; else the members alone do.
 */
final class WorldSubGroups implements SubGroups {
    private final Group world;
    private final Poison worldPoison;
    private final Optional<SplittingBackend> splitting;
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
            Poison worldPoison,
            Optional<SplittingBackend> splitting,
            Submission submission,
            Plan plan,
            Rendezvous store,
            Ports ports,
            FallbackOpening fallbacks,
            GroupContexts contexts) {
        this.world = world;
        this.worldPoison = worldPoison;
        this.splitting = splitting;
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
        Rendezvous members =
                new GroupRendezvous(groupStore, rank, agreed.worldRanks().size());
        if (splitting.isPresent()) {
            problem = unready(groupStore, world.ranks(), worldProblem(problem));
        } else if (rank >= 0 && agreed.problem(world.size()).isEmpty()) {
            problem = unready(members, agreed.worldRanks(), problem);
        }
        if (!problem.isEmpty()) {
            throw SubGroups.refused(name + ": " + problem);
        }
        if (agreed.worldRanks().equals(world.ranks())) {
            return world;
        }
        Optional<Channel> channel = channel(name, members, agreed.worldRanks());
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

    /** A rank whose WORLD is dead cannot take part in splitting it, whatever the list. */
    private String worldProblem(String problem) {
        AllGatherException dead = worldPoison.cause();
        return dead == null ? problem : "WORLD is dead: " + dead.getMessage();
    }

    /** Lets the ranks know of a problem before they wait for each other in a library. */
    private String unready(Rendezvous voters, List<Integer> worldRanks, String problem) {
        return Agreement.of(voters, worldRanks)
                .unready(
                        "members",
                        problem,
                        JointOpening.voteDeadline(contexts.agreed().openTimeout()));
    }

    /** This rank's part of a group, or empty if it is not a member. */
    private Optional<Channel> channel(String name, Rendezvous members, List<Integer> ranks) {
        Poison poison = new Poison();
        Optional<Channel> channel = fallback(name, members, ranks, poison)
                .map(fallback ->
                        new Channel(RouteDecision.forSubGroup(plan, ranks.size()), fallback, Optional.empty(), poison));
        channel.ifPresent(own -> worldPoison.whenSet(own::abort));
        return channel;
    }

    private Optional<AllGatherBackend> fallback(String name, Rendezvous members, List<Integer> ranks, Poison poison) {
        boolean member = members.rank() >= 0;
        if (ranks.size() == 1) {
            return member ? Optional.of(ports.localBackend(contexts.streams(), plan.timeout())) : Optional.empty();
        }
        if (splitting.isPresent()) {
            SplittingBackend whole = splitting.get();
            return fallbacks.split(
                    context -> submission.exclusively(() -> whole.split(context)), name, members, ranks, poison);
        }
        return member ? Optional.of(fallbacks.open(name, members, ranks, poison)) : Optional.empty();
    }
}
