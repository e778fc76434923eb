package io.zerogather;

import java.util.List;

/**
 * Ranks that gather together: WORLD or a sub-group. Made by a {@link Router} and used with that router only. Immutable
 * to callers.
 */
public final class Group {
    private final Router owner;
    private final String name;
    private final List<Integer> ranks;
    private final int rank;

    Group(Router owner, String name, List<Integer> ranks, int rank) {
        this.owner = owner;
        this.name = name;
        this.ranks = List.copyOf(ranks);
        this.rank = rank;
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

    Router owner() {
        return owner;
    }
}
