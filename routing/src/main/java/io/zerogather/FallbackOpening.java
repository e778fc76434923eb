package io.zerogather;

import io.zerogather.agreement.Agreement;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.FallbackProvider;
import java.util.List;

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
        JointOpening<AllGatherBackend> joint = JointOpening.open(
                Agreement.of(members, worldRanks),
                "fallback",
                contexts.agreed().openTimeout(),
                () -> Services.named(providers, fallback)
                        .open(contexts.forFallback(name, members, worldRanks, poison)));
        return joint.backend()
                .orElseThrow(() -> new AllGatherException(
                        AllGatherException.Category.SETUP,
                        "The fallback " + fallback + " of " + name + " could not be opened: " + joint.refusal()));
    }
}
