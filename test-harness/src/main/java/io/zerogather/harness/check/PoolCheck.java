package io.zerogather.harness.check;

import io.zerogather.DataType;
import io.zerogather.harness.gather.GatherShape;
import io.zerogather.harness.memory.MemoryKind;
import java.util.Arrays;

/** Shards and outputs in pool memory, in every combination with ordinary memory; skipped without a fast path. */
record PoolCheck(long elements) implements Check {
    @Override
    public String name() {
        return "pool";
    }

    @Override
    public void run(CheckContext context) throws InterruptedException {
        long[] counts = {1, 100_003, elements};
        long largest = Arrays.stream(counts).max().orElseThrow();
        context.reserve(GatherShape.of(DataType.BFLOAT16, largest).in(MemoryKind.POOL, MemoryKind.POOL));
        for (long count : counts) {
            GatherShape shape = GatherShape.of(DataType.BFLOAT16, count);
            for (MemoryKind input : MemoryKind.values()) {
                for (MemoryKind output : MemoryKind.values()) {
                    context.run(shape.in(input, output));
                }
            }
            GatherShape inPool = shape.in(MemoryKind.POOL, MemoryKind.POOL);
            context.run(inPool.atPlace());
            context.run(inPool.shifted(shape.shardBytes() / 2 + 1));
        }
    }
}
