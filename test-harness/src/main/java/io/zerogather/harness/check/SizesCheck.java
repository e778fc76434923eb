package io.zerogather.harness.check;

import io.zerogather.DataType;
import io.zerogather.harness.gather.GatherShape;

/**
 * Sizes that do not fit: single bytes, odd counts as ZeRO-3 makes them, and those around the steps of the transport
 * (words, cache lines, pages, chunks, the change to streaming stores).
 */
final class SizesCheck implements Check {
    private static final int[] BYTES = {
        0, 1, 3, 7, 9, 63, 65, 4095, 4097, 65_537, 262_143, 262_144, 262_145, 1_048_575, 1_048_577, 2_097_151, 4_194_305
    };
    private static final int[] BFLOAT16_ELEMENTS = {1, 33, 2113, 131_073};

    @Override
    public String name() {
        return "sizes";
    }

    @Override
    public void run(CheckContext context) throws InterruptedException {
        for (int bytes : BYTES) {
            runBoth(context, GatherShape.of(DataType.UINT8, bytes));
        }
        for (int elements : BFLOAT16_ELEMENTS) {
            runBoth(context, GatherShape.of(DataType.BFLOAT16, elements));
        }
    }

    private static void runBoth(CheckContext context, GatherShape shape) throws InterruptedException {
        context.run(shape);
        context.run(shape.atPlace());
    }
}
