package io.zerogather.harness.bench;

import io.zerogather.DataType;

/**
 * What one gather moves.
 *
 * @param elements elements of a shard
 * @param dtype element type
 * @param ranks ranks of the job
 */
record BenchSize(long elements, DataType dtype, int ranks) {
    long shardBytes() {
        return elements * dtype.bytes();
    }

    long outputBytes() {
        return shardBytes() * ranks;
    }
}
