package io.zerogather;

import io.zerogather.agreement.Plan;
import io.zerogather.spi.FastPath;
import io.zerogather.spi.FastPathCounters;

/** Puts a router's state together. */
final class StatusReport {
    private StatusReport() {}

    static RouterStatus of(OpenRouter parts) {
        Plan plan = parts.plan();
        Channel world = parts.worldChannel();
        AllGatherException poison = world.poison().cause();
        return new RouterStatus(
                plan.fastPath(),
                plan.engine(),
                parts.fallbackEngine(),
                plan.fallbackDetail(),
                plan.memory(),
                plan.reason(),
                plan.detail(),
                plan.maxElements(),
                plan.floorBytes(),
                plan.differences(),
                parts.counters().gathersByReason(),
                world.fastPath().map(FastPath::counters).orElse(FastPathCounters.NONE),
                parts.counters().failures(),
                poison == null ? "" : String.valueOf(poison.getMessage()));
    }
}
