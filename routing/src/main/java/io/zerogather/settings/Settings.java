package io.zerogather.settings;

import java.time.Duration;

/**
 * Everything a user can set, parsed. Immutable.
 *
 * @param enabled {@code DS_SDMA_ALLGATHER}: this rank opts in
 * @param maxElements {@code DS_SDMA_ALLGATHER_MAX_NUMEL}: largest shard of the fast path, in elements; not negative
 * @param required {@code DS_SDMA_ALLGATHER_REQUIRE}: opening fails if the plan is not the fast path
 * @param engine {@code DS_SDMA_ALLGATHER_ENGINE}: engine to use, or {@code auto}
 * @param fallback {@code DS_SDMA_ALLGATHER_FALLBACK}: fallback to use, or {@code auto}
 * @param floorBytes {@code DS_SDMA_ALLGATHER_FLOOR}: smallest shard of the fast path, in bytes
 * @param timeout {@code DS_SDMA_ALLGATHER_TIMEOUT}: deadline of one gather
 * @param openTimeout {@code DS_SDMA_ALLGATHER_OPEN_TIMEOUT}: deadline of each step of opening
 * @param extendedTypes {@code DS_SDMA_ALLGATHER_EXTENDED_DTYPES}: the non-standard dtypes take the fast path too
 * @param guarded {@code DS_SDMA_ALLGATHER_GUARD}: the fallback checks that all ranks make the same call first
 */
public record Settings(
        boolean enabled,
        long maxElements,
        boolean required,
        String engine,
        String fallback,
        long floorBytes,
        Duration timeout,
        Duration openTimeout,
        boolean extendedTypes,
        boolean guarded) {
    /** The reference's limit: 64 Mi elements. */
    public static final long DEFAULT_MAX_ELEMENTS = 67_108_864;
}
