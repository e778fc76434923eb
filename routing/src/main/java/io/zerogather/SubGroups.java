package io.zerogather;

import java.util.List;

/** Makes sub-groups and closes them with the router. Thread-safe. */
interface SubGroups {
    /**
     * Makes a group; collective over WORLD.
     *
     * @param worldRanks members as ranks in WORLD, in group order
     * @return the group
     */
    Group open(List<Integer> worldRanks);

    /**
     * Closes all groups made so far; later calls of {@link #open} are refused.
     *
     * @param failures where failures to close go
     */
    void close(Failures failures);

    /** The failure of a call after closing. */
    static AllGatherException closedRouter() {
        return new AllGatherException(
                AllGatherException.Category.CLOSED, "The router is closed; open a new one to make groups");
    }

    /** The failure of a call with other members than it may have. */
    static AllGatherException refused(String problem) {
        return new AllGatherException(AllGatherException.Category.REJECTED, "No group can be made: " + problem);
    }
}
