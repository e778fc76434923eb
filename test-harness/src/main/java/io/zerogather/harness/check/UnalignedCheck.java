package io.zerogather.harness.check;

import io.zerogather.DataType;
import io.zerogather.harness.gather.GatherShape;
import java.util.List;

/** Shards and outputs that start at any byte, as views of odd-sized buffers do. */
final class UnalignedCheck implements Check {
    private static final int[][] MISALIGNMENTS = {{1, 0}, {0, 1}, {3, 5}, {8, 2}, {31, 33}};
    private static final List<GatherShape> SHAPES = List.of(
            GatherShape.of(DataType.UINT8, 100_003),
            GatherShape.of(DataType.BFLOAT16, 2113),
            GatherShape.of(DataType.FLOAT32, 524_289));

    @Override
    public String name() {
        return "unaligned";
    }

    @Override
    public void run(CheckContext context) throws InterruptedException {
        for (GatherShape shape : SHAPES) {
            for (int[] misalignment : MISALIGNMENTS) {
                GatherShape moved = shape.misaligned(misalignment[0], misalignment[1]);
                context.run(moved);
                context.run(moved.atPlace());
            }
        }
    }
}
