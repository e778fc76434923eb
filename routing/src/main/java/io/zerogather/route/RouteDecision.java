package io.zerogather.route;

import io.zerogather.DataType;
import io.zerogather.Reason;
import io.zerogather.agreement.Plan;
import io.zerogather.settings.Settings;

/**
 * Decides for one group which backend a gather is for. A pure function of the plan, the group and the call's shape, all of
 * them equal on every rank; it never looks at anything that only this rank knows. Immutable; costs no allocation and no
 * lock.
 */
public final class RouteDecision {
    private final Reason fixed;
    private final long maxElements;
    private final long maxBytes;
    private final long floorBytes;
    private final boolean extendedTypes;

    private RouteDecision(Reason fixed, long maxElements, long floorBytes, boolean extendedTypes) {
        this.fixed = fixed;
        this.maxElements = maxElements;
        this.maxBytes = maxElements * Settings.LIMIT_BYTES_PER_ELEMENT;
        this.floorBytes = floorBytes;
        this.extendedTypes = extendedTypes;
    }

    /**
     * The decision for WORLD.
     *
     * @param plan what all ranks agreed on
     * @return by the plan's limits if it is the fast path, else always the plan's reason
     */
    public static RouteDecision forWorld(Plan plan) {
        return plan.fastPath()
                ? new RouteDecision(Reason.FAST, plan.maxElements(), plan.floorBytes(), plan.extendedTypes())
                : always(plan.reason());
    }

    /**
     * The decision for a sub-group.
     *
     * @param plan what all ranks agreed on
     * @param size ranks in the group
     * @return always the same reason, since only WORLD has a fast path
     */
    public static RouteDecision forSubGroup(Plan plan, int size) {
        if (size == 1) {
            return always(Reason.SINGLE);
        }
        return always(plan.fastPath() ? Reason.GROUP : plan.reason());
    }

    private static RouteDecision always(Reason reason) {
        return new RouteDecision(reason, 0, 0, false);
    }

    /**
     * Decides one call. The reasons are tried in the order of the reference's checks, after the two that it lacks: nothing
     * to move, and the plan.
     *
     * @param elements elements per shard, not negative
     * @param dtype element type
     * @return {@link Reason#FAST} for the fast path, {@link Reason#EMPTY} if there is nothing to move, else why the
     *     fallback
     */
    public Reason reason(long elements, DataType dtype) {
        if (elements == 0) {
            return Reason.EMPTY;
        }
        if (fixed != Reason.FAST) {
            return fixed;
        }
        if (!extendedTypes && !dtype.isStandard()) {
            return Reason.DTYPE;
        }
        int size = dtype.bytes();
        if (elements > maxElements || elements > maxBytes / size) {
            return Reason.LIMIT;
        }
        return elements * size < floorBytes ? Reason.FLOOR : Reason.FAST;
    }
}
