package io.zerogather.harness.bench;

import io.zerogather.DataType;
import java.util.ArrayList;
import java.util.List;

/** The shards to measure, in elements, smallest first. */
final class SizeSweep {
    /** As nccl-tests do, a shard is a multiple of this many bytes. */
    private static final int SHARD_STEP_BYTES = 16;

    private SizeSweep() {}

    /**
     * A geometric sweep over output sizes.
     *
     * @param minOutputBytes first size
     * @param maxOutputBytes last size
     * @param factor from one size to the next, at least 2
     * @param ranks ranks of the job
     * @param dtype element type
     * @return elements of a shard for each size
     */
    static List<Long> geometric(long minOutputBytes, long maxOutputBytes, int factor, int ranks, DataType dtype) {
        List<Long> elements = new ArrayList<>();
        for (long bytes = minOutputBytes; bytes <= maxOutputBytes && bytes > 0; bytes *= factor) {
            add(elements, bytes / ranks, dtype);
        }
        return elements;
    }

    /**
     * Given sizes of a shard.
     *
     * @param shardBytes sizes
     * @param dtype element type
     * @return elements of a shard for each size
     */
    static List<Long> ofShards(List<Long> shardBytes, DataType dtype) {
        List<Long> elements = new ArrayList<>();
        shardBytes.forEach(bytes -> add(elements, bytes, dtype));
        return elements;
    }

    private static void add(List<Long> elements, long shardBytes, DataType dtype) {
        long whole = Math.max(SHARD_STEP_BYTES, shardBytes / SHARD_STEP_BYTES * SHARD_STEP_BYTES);
        long count = whole / dtype.bytes();
        if (!elements.contains(count)) { // small sizes round to the same shard
            elements.add(count);
        }
    }
}
