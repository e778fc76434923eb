package io.zerogather.spi;

import java.util.Optional;

/** The fallback of WORLD where the library makes groups by splitting: every rank of WORLD takes part, members or not. */
public interface SplittingBackend extends AllGatherBackend {
    /**
     * Opens the library for a group. Called on every rank of WORLD at the same time and in the same order among such
     * calls, while no gather is submitted; returns or throws before the context's deadline plus a second.
     *
     * @param context the group; its rank is -1 on a rank that is not a member
     * @return the backend, or empty on a rank that is not a member
     * @throws io.zerogather.AllGatherException if the members could not be connected
     */
    Optional<AllGatherBackend> split(GroupContext context);
}
