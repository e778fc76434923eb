package io.zerogather.settings;

import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything a user can set, parsed. Immutable.
 *
 * @param enabled {@code DS_SDMA_ALLGATHER}: this rank opts in
 * @param maxElements {@code DS_SDMA_ALLGATHER_MAX_NUMEL}: largest shard of the fast path, in elements; not negative; a
 *     value beyond 64 bits is {@link Long#MAX_VALUE}
 * @param required {@code DS_SDMA_ALLGATHER_REQUIRE}: opening fails if the plan is not the fast path
 * @param engine {@code DS_SDMA_ALLGATHER_ENGINE}: engine to use, or {@value #AUTO}
 * @param fallback {@code DS_SDMA_ALLGATHER_FALLBACK}: fallback to use, or {@value #AUTO}
 * @param floorBytes {@code DS_SDMA_ALLGATHER_FLOOR}: smallest shard of the fast path, in bytes
 * @param timeout {@code DS_SDMA_ALLGATHER_TIMEOUT}: deadline of one gather
 * @param openTimeout {@code DS_SDMA_ALLGATHER_OPEN_TIMEOUT}: deadline of each step of opening
 * @param extendedTypes {@code DS_SDMA_ALLGATHER_EXTENDED_DTYPES}: the non-standard dtypes take the fast path too
 * @param guarded {@code DS_SDMA_ALLGATHER_GUARD}: the fallback checks that all ranks make the same call first
 * @param library {@code DS_SDMA_ALLGATHER_LIBRARY}: file of the collective library, or empty to search for it
 * @param gpuLibrary {@code DS_SDMA_ALLGATHER_GPU_LIBRARY}: file of the GPU runtime, or empty to search for it
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
        boolean guarded,
        String library,
        String gpuLibrary) {
    /** The reference's limit: 64 Mi elements. */
    public static final long DEFAULT_MAX_ELEMENTS = 67_108_864;

    /** The name that leaves the choice of an engine or a fallback to the plan. */
    public static final String AUTO = "auto";

    /** The reference sizes its transit memory by four bytes for each element of the limit, whatever the dtype. */
    public static final int LIMIT_BYTES_PER_ELEMENT = 4;

    private static final Logger LOGGER = LoggerFactory.getLogger(Settings.class);

    /**
     * Reads the settings; what cannot be used is logged once, as a warning.
     *
     * @param environment variables by name, for example {@link System#getenv()}
     * @return the settings
     */
    public static Settings of(Map<String, String> environment) {
        return new SettingsReader(environment, LOGGER::warn).read();
    }

    /**
     * Whether the limit can be used at all: its bytes must be countable in 64 bits. A larger one is a valid setting that
     * makes the fast path unavailable.
     *
     * @return true if {@code maxElements × 4} does not overflow
     */
    public boolean limitUsable() {
        return maxElements <= Long.MAX_VALUE / LIMIT_BYTES_PER_ELEMENT;
    }
}
