package io.zerogather;

import io.zerogather.agreement.Agreement;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.FallbackProvider;
import io.zerogather.spi.GroupContext;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Opens the agreed fallback for one group after another. */
final class FallbackOpening {
    private final String fallback;
    private final List<FallbackProvider> providers;
    private final GroupContexts contexts;

    FallbackOpening(String fallback, List<FallbackProvider> providers, GroupContexts contexts) {
        this.fallback = fallback;
        this.providers = providers;
        this.contexts = contexts;
    }

    /** The name that people know the library by. */
    String displayName() {
        return Services.named(providers, fallback).displayName();
    }

    /**
     * Opens the fallback of a group, together with its other members.
     *
     * @param name the group's name
     * @param members the group's store
     * @param worldRanks its members
     * @param poison the group's poison
     * @return this rank's part
     * @throws AllGatherException on every member if one of them could not
     */
    AllGatherBackend open(String name, Rendezvous members, List<Integer> worldRanks, Poison poison) {
        return open(
                name,
                members,
                worldRanks,
                () -> Services.named(providers, fallback)
                        .open(contexts.forFallback(name, members, worldRanks, poison)));
    }

    /**
     * Opens the fallback of a sub-group by splitting WORLD's, together with its other members and while the other ranks of
     * WORLD take part.
     *
     * @param splitter splits WORLD's fallback, while no gather is submitted
     * @param members the group's store; its rank is -1 on a rank that is not a member
     * @return this rank's part, or empty on a rank that is not a member
     * @throws AllGatherException on every member if one of them could not
     */
    Optional<AllGatherBackend> split(
            Function<GroupContext, Optional<AllGatherBackend>> splitter,
            String name,
            Rendezvous members,
            List<Integer> worldRanks,
            Poison poison) {
        GroupContext context = contexts.forFallback(name, members, worldRanks, poison);
        if (members.rank() < 0) {
            return splitter.apply(context);
        }
        return Optional.of(open(
                name,
                members,
                worldRanks,
                () -> splitter.apply(context)
                        .orElseThrow(() -> new AllGatherException(
                                AllGatherException.Category.SETUP, fallback + " gave this rank no part of " + name))));
    }

    private AllGatherBackend open(
            String name, Rendezvous members, List<Integer> worldRanks, Supplier<AllGatherBackend> opener) {
        JointOpening<AllGatherBackend> joint = JointOpening.open(
                Agreement.of(members, worldRanks), "fallback", contexts.agreed().openTimeout(), opener);
        return joint.backend()
                .orElseThrow(() -> new AllGatherException(
                        AllGatherException.Category.SETUP,
                        "The fallback " + fallback + " of " + name + " could not be opened: " + joint.refusal()));
    }
}
