package io.zerogather.harness.bench;

import io.zerogather.RouterStatus;
import io.zerogather.harness.report.BuildFacts;
import io.zerogather.harness.report.JsonObject;
import io.zerogather.harness.report.MachineFacts;
import io.zerogather.harness.report.RunRecord;
import io.zerogather.spi.Finding;
import java.util.List;

/** The lines of the JSON file: one about the run, one for each cell. */
final class BenchJson {
    private static final double NANOS_PER_MICRO = 1e3;

    private BenchJson() {}

    static JsonObject run(
            BenchSettings settings,
            int ranks,
            RouterStatus plan,
            List<Finding> backing,
            MachineFacts machine,
            BuildFacts build,
            List<String> command) {
        return RunRecord.begin(command, ranks, plan, backing, machine, build)
                .put("dtype", settings.dtype().torchName())
                .put("batches", settings.batches())
                .put("batch_millis", settings.batchTime().toMillis());
    }

    static JsonObject cell(BenchRow row, CellResult cell, double others) {
        Bandwidth rates = row.bandwidth(cell);
        JsonObject json = new JsonObject()
                .put("record", "cell")
                .put("size_bytes", row.size().outputBytes())
                .put("shard_bytes", row.size().shardBytes())
                .put("count", row.size().elements())
                .put("dtype", row.size().dtype().torchName())
                .put("path", row.label())
                .put("route", row.route().tag())
                .put("in_place", cell.cell().inPlace())
                .put("iterations", cell.times().iterations())
                .put("best_us", cell.times().bestNanos() / NANOS_PER_MICRO)
                .put("median_us", cell.times().medianNanos() / NANOS_PER_MICRO)
                .putNumbers(
                        "batches_us",
                        cell.times().nanosPerGather().stream()
                                .map(nanos -> nanos / NANOS_PER_MICRO)
                                .toList())
                .put("enqueue_us", cell.cell().medianEnqueueNanos() / NANOS_PER_MICRO)
                .put("algbw_gb_s", rates.algorithm())
                .put("busbw_gb_s", rates.bus())
                .put("copied_gb_s", rates.copied())
                .put("wrong", cell.wrong())
                .put("other_processes", others);
        if (!cell.cell().inPlace()) {
            json.put("ratio_best", row.bestRatio()).put("ratio_median", row.medianRatio());
        }
        row.ceiling().ifPresent(ceiling -> json.put("ceiling_gb_s", ceiling));
        cell.percentiles()
                .ifPresent(times -> json.put("p50_us", times.medianNanos() / NANOS_PER_MICRO)
                        .put("p99_us", times.p99Nanos() / NANOS_PER_MICRO)
                        .put("max_us", times.maxNanos() / NANOS_PER_MICRO));
        return json;
    }
}
