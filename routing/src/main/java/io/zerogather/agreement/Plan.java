package io.zerogather.agreement;

import io.zerogather.MemoryType;
import io.zerogather.Reason;
import io.zerogather.settings.Settings;
import java.time.Duration;
import java.util.List;

/**
 * What all ranks agreed on.
 *
 * @param reason {@link Reason#FAST} if the fast path is used, else why it is not
 * @param detail the same in words: which rank, and why
 * @param engine the engine of the fast path, or empty
 * @param fallback the fallback, or empty if there is none that every rank has
 * @param fallbackDetail why fallbacks that are preferred to it are not used, or empty
 * @param memory whose memory gathers are of: what the fallback serves
 * @param maxElements the limit: the smallest that a rank proposed
 * @param floorBytes the floor: the largest that a rank proposed
 * @param timeout the deadline of one gather: the largest that a rank proposed, so that nobody gives up on a rank that is
 *     still within its own patience
 * @param extendedTypes whether non-standard dtypes take the fast path: if every rank proposed it
 * @param guarded whether the fallback checks calls: if any rank proposed it, since the check takes all of them
 * @param singleHost whether all ranks share one host
 * @param wanted whether any rank opted in
 * @param required whether a rank insists on the fast path
 * @param differences one line for each setting that differed and how it was settled
 * @param failure why no rank may open, or empty
 */
public record Plan(
        Reason reason,
        String detail,
        String engine,
        String fallback,
        String fallbackDetail,
        MemoryType memory,
        long maxElements,
        long floorBytes,
        Duration timeout,
        boolean extendedTypes,
        boolean guarded,
        boolean singleHost,
        boolean wanted,
        boolean required,
        List<String> differences,
        String failure) {
    /** Keeps the lines from changing. {@inheritDoc} */
    public Plan {
        differences = List.copyOf(differences);
    }

    /**
     * The plan of a world of one rank, which has nobody to agree with.
     *
     * @param settings the rank's settings
     * @param memory whose memory gathers are of
     * @return a plan without engine and fallback
     */
    public static Plan single(Settings settings, MemoryType memory) {
        return new Plan(
                        Reason.SINGLE,
                        "the world has one rank",
                        "",
                        "",
                        "",
                        memory,
                        settings.maxElements(),
                        settings.floorBytes(),
                        settings.timeout(),
                        settings.extendedTypes(),
                        settings.guarded(),
                        true,
                        settings.enabled(),
                        settings.required(),
                        List.of(),
                        "")
                .insisting();
    }

    /**
     * Whether gathers may take the fast path.
     *
     * @return true if an engine was agreed on
     */
    public boolean fastPath() {
        return reason == Reason.FAST;
    }

    /**
     * This plan after the engine could not be opened somewhere.
     *
     * @param why which rank, and why
     * @return the plan that uses the fallback for everything
     */
    public Plan withoutEngine(String why) {
        return new Plan(
                        Reason.ENGINE,
                        why,
                        "",
                        fallback,
                        fallbackDetail,
                        memory,
                        maxElements,
                        floorBytes,
                        timeout,
                        extendedTypes,
                        guarded,
                        singleHost,
                        wanted,
                        required,
                        differences,
                        failure)
                .insisting();
    }

    /**
     * One rank's settings with what was agreed in their place.
     *
     * @param own the rank's settings
     * @return the settings that backends get
     */
    public Settings agreed(Settings own) {
        return new Settings(
                own.enabled(),
                maxElements,
                own.required(),
                own.engine(),
                own.fallback(),
                floorBytes,
                timeout,
                own.openTimeout(),
                extendedTypes,
                guarded,
                own.library(),
                own.gpuLibrary());
    }

    /** A plan that is not what a rank insists on must not open. */
    Plan insisting() {
        if (fastPath() || !required || !failure.isEmpty()) {
            return this;
        }
        return new Plan(
                reason,
                detail,
                engine,
                fallback,
                fallbackDetail,
                memory,
                maxElements,
                floorBytes,
                timeout,
                extendedTypes,
                guarded,
                singleHost,
                wanted,
                true,
                differences,
                "DS_SDMA_ALLGATHER_REQUIRE insists on the fast path, which is unavailable: " + detail);
    }
}
