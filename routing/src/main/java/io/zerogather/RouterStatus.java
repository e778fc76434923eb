package io.zerogather;

import io.zerogather.spi.FastPathCounters;
import java.util.List;
import java.util.Map;

/**
 * What a router is doing, for people and tools.
 *
 * @param fastPathActive true if the plan is the fast path
 * @param engine the engine of the fast path, or empty
 * @param fallback the fallback's engine, for example {@code gloo}
 * @param fallbackDetail why fallbacks that are preferred to it are not used, or empty
 * @param memory whose memory gathers are of
 * @param planReason why the plan is what it is
 * @param planDetail the same in words: rank and cause
 * @param maxElements the agreed limit in elements
 * @param floorBytes the agreed floor in bytes
 * @param differences one line for each setting that differed between ranks and how it was settled
 * @param gathers gathers by the reason of their route
 * @param fastPath counters of the fast path of WORLD
 * @param failed gathers that failed
 * @param poisoned why the group is dead, or empty
 */
public record RouterStatus(
        boolean fastPathActive,
        String engine,
        String fallback,
        String fallbackDetail,
        MemoryType memory,
        Reason planReason,
        String planDetail,
        long maxElements,
        long floorBytes,
        List<String> differences,
        Map<Reason, Long> gathers,
        FastPathCounters fastPath,
        long failed,
        String poisoned) {}
