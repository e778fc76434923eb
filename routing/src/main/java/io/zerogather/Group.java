package io.zerogather;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that gather together: WORLD or a sub-group. Made by a {@link Router} and used with that router only. Immutable
 * to callers.
 */
public final class Group {
    private final Submission owner;
    private final String name;
    private final List<Integer> ranks;
    private final int rank;
    private final @Nullable Channel channel;

    Group(Submission owner, String name, List<Integer> ranks, int rank, Optional<Channel> channel) {
        this.owner = owner;
        this.name = name;
        this.ranks = List.copyOf(ranks);
        this.rank = rank;
        this.channel = channel.orElse(null);
    }

    /**
     * The group's name in logs.
     *
     * @return {@code world} or {@code group-N}
     */
    public String name() {
        return name;
    }

    /**
     * Its members, as ranks in WORLD, in group order.
     *
     * @return unmodifiable
     */
    public List<Integer> ranks() {
        return ranks;
    }

    /**
     * Number of members.
     *
     * @return at least 1
     */
    public int size() {
        return ranks.size();
    }

    /**
     * This process's rank in the group.
     *
     * @return 0-based, or -1 if it is not a member
     */
    public int rank() {
        return rank;
    }

    /**
     * Finds the channel of a call's group.
     *
     * @param router the submission of the router that was called
     * @return the channel
     * @throws AllGatherException if the group is not that router's, or this rank is not a member
     */
    Channel channelFor(Submission router) {
        if (owner != router) {
            throw new AllGatherException(
                    AllGatherException.Category.REJECTED,
                    "Group " + name
                            + " belongs to another router; make groups with newGroup of the router that gathers");
        }
        Channel own = channel;
        if (own == null) {
            throw new AllGatherException(
                    AllGatherException.Category.REJECTED,
                    "This rank is not a member of " + name + ", which has the ranks " + ranks
                            + "; gather on its members only");
        }
        return own;
    }
}
