package io.zerogather.harness.check;

import io.zerogather.DataType;
import io.zerogather.RouterStatus;
import java.util.ArrayList;
import java.util.List;

/** The rows of the correctness block, in their order. */
final class CheckSuite {
    private CheckSuite() {}

    /**
     * Chooses the checks to run; equal on all ranks.
     *
     * @param dtypes element types of the reference's rows
     * @param elements their shard
     * @param plan what the ranks agreed on
     * @return the checks
     */
    static List<Check> of(List<DataType> dtypes, long elements, RouterStatus plan) {
        List<Check> checks = new ArrayList<>();
        dtypes.forEach(dtype -> checks.add(new DtypeCheck(dtype, elements)));
        checks.add(new SizesCheck());
        checks.add(new UnalignedCheck());
        checks.add(new OverlapCheck());
        if (plan.fastPathActive()) {
            checks.add(new PoolCheck(elements));
        }
        if (LimitsCheck.isCheap(plan)) {
            checks.add(new LimitsCheck(plan));
        }
        checks.add(new SubGroupsCheck());
        checks.add(new DelayedConsumerCheck());
        checks.add(new WaitsCheck());
        checks.add(new ThreadsCheck());
        return checks;
    }
}
