package io.zerogather;

import io.zerogather.agreement.Plan;
import io.zerogather.metrics.GatherCounters;
import io.zerogather.metrics.RouterMeters;

/**
 * What a router consists of.
 *
 * @param plan what was agreed on
 * @param fallbackEngine engine of WORLD's fallback
 * @param streams what gathers are ordered on
 * @param submission where gathers go in
 * @param counters what became of them
 * @param meters the counters as meters
 * @param world the group of all ranks
 * @param worldChannel its backends
 * @param groups makes sub-groups
 */
record OpenRouter(
        Plan plan,
        String fallbackEngine,
        GatherStreams streams,
        Submission submission,
        GatherCounters counters,
        RouterMeters meters,
        Group world,
        Channel worldChannel,
        SubGroups groups) {}
