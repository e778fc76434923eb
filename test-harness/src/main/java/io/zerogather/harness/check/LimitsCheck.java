package io.zerogather.harness.check;

import io.zerogather.DataType;
import io.zerogather.RouterStatus;
import io.zerogather.harness.gather.GatherShape;

/**
 * Shards right at the agreed limits and right behind them: in elements, in bytes for types of eight, and at the floor.
 *
 * @param plan what the ranks agreed on
 */
record LimitsCheck(RouterStatus plan) implements Check {
    /** Gathers at larger limits take long. */
    private static final long LARGEST_LIMIT = 1 << 20;

    /** Whether the limits are small enough to gather at them. */
    static boolean isCheap(RouterStatus plan) {
        return plan.fastPathActive() && plan.maxElements() <= LARGEST_LIMIT && plan.floorBytes() <= LARGEST_LIMIT;
    }

    @Override
    public String name() {
        return "limits";
    }

    @Override
    public void run(CheckContext context) throws InterruptedException {
        context.run(GatherShape.of(DataType.UINT8, plan.maxElements()));
        context.run(GatherShape.of(DataType.UINT8, plan.maxElements() + 1));
        context.run(GatherShape.of(DataType.FLOAT64, plan.maxElements() / 2));
        context.run(GatherShape.of(DataType.FLOAT64, plan.maxElements() / 2 + 1));
        if (plan.floorBytes() > 0) {
            context.run(GatherShape.of(DataType.UINT8, plan.floorBytes() - 1));
            context.run(GatherShape.of(DataType.UINT8, plan.floorBytes()));
        }
    }
}
