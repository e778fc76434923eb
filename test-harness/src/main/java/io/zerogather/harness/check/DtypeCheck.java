package io.zerogather.harness.check;

import io.zerogather.DataType;
import io.zerogather.harness.gather.GatherShape;

/**
 * The reference's own check, for one element type: in place and out of place, at the size asked for.
 *
 * @param dtype element type
 * @param elements elements of a shard
 */
record DtypeCheck(DataType dtype, long elements) implements Check {
    @Override
    public String name() {
        return dtype.torchName();
    }

    @Override
    public void run(CheckContext context) throws InterruptedException {
        GatherShape shape = GatherShape.of(dtype, elements);
        context.run(shape);
        context.run(shape.atPlace());
    }

    /** The row shows the data of one gather, as the reference's does. */
    @Override
    public void print(CheckReport report, CheckContext context, Verdict verdict) {
        long outputBytes = elements * dtype.bytes() * context.world().size();
        report.correctness(name(), outputBytes, verdict, context.ledger().counts());
    }
}
