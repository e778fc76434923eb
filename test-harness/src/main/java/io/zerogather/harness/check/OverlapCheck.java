package io.zerogather.harness.check;

import io.zerogather.DataType;
import io.zerogather.harness.gather.GatherShape;

/** Shards that lie in the output, but not or not wholly where they belong: what arrives there must not spoil them. */
final class OverlapCheck implements Check {
    private static final int[] ELEMENTS = {33, 300_001, 2_200_001};

    @Override
    public String name() {
        return "overlap";
    }

    @Override
    public void run(CheckContext context) throws InterruptedException {
        for (int elements : ELEMENTS) {
            GatherShape shape = GatherShape.of(DataType.UINT8, elements);
            for (long shift : new long[] {1, elements / 2, elements, elements + 7L}) {
                context.run(shape.shifted(shift));
            }
        }
    }
}
