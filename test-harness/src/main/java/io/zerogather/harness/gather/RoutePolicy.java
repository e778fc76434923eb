package io.zerogather.harness.gather;

import io.zerogather.Reason;
import io.zerogather.RouterStatus;
import io.zerogather.harness.memory.MemoryKind;

/** What the plan promises for a gather: written apart from the router, so that the two check each other. */
public final class RoutePolicy {
    private static final int LIMIT_BYTES_PER_ELEMENT = 4;

    private final RouterStatus plan;
    private final boolean extendedTypes;

    /**
     * A policy.
     *
     * @param plan the router's state, for what the ranks agreed on
     * @param extendedTypes true if they agreed that the other dtypes take the fast path
     */
    public RoutePolicy(RouterStatus plan, boolean extendedTypes) {
        this.plan = plan;
        this.extendedTypes = extendedTypes;
    }

    /**
     * The route of one gather.
     *
     * @param shape its form
     * @param groupSize how many ranks take part
     * @param world true if they are all ranks in rank order
     * @return {@link Reason#FAST}, or why not
     */
    public Reason reason(GatherShape shape, int groupSize, boolean world) {
        if (shape.elements() == 0) {
            return Reason.EMPTY;
        }
        if (groupSize == 1) {
            return Reason.SINGLE;
        }
        if (!plan.fastPathActive()) {
            return plan.planReason();
        }
        if (!world) {
            return Reason.GROUP;
        }
        if (!shape.dtype().isStandard() && !extendedTypes) {
            return Reason.DTYPE;
        }
        if (shape.elements() > plan.maxElements()
                || shape.shardBytes() / LIMIT_BYTES_PER_ELEMENT > plan.maxElements()) {
            return Reason.LIMIT;
        }
        return shape.shardBytes() < plan.floorBytes() ? Reason.FLOOR : Reason.FAST;
    }

    /**
     * Whether a fast gather needs no transit: ranks pull their peers' shards, so only these must be in pool memory, and where
     * nobody writes over them meanwhile.
     *
     * @param shape its form
     * @return true if it goes direct
     */
    public boolean direct(GatherShape shape) {
        return shape.shardMemory() == MemoryKind.POOL && shape.shiftBytes() == 0;
    }
}
