package io.zerogather.harness.bench;

import io.zerogather.DataType;
import java.time.Duration;
import java.util.List;

/**
 * What to measure.
 *
 * @param dtype element type
 * @param shards elements of a shard, for each size
 * @param batches batches of each cell
 * @param batchTime how long a batch shall take
 * @param percentiles true to also time single gathers
 * @param ceiling true to also measure what the machine can copy
 */
record BenchSettings(
        DataType dtype, List<Long> shards, int batches, Duration batchTime, boolean percentiles, boolean ceiling) {
    long shardBytes(long elements) {
        return elements * dtype.bytes();
    }

    long largestShardBytes() {
        return shardBytes(shards.stream().mapToLong(Long::longValue).max().orElseThrow());
    }
}
