package io.zerogather.harness.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Demands that the fast path is faster than the library alone wherever size makes it matter. */
record RatioGate(double floor) {
    /** Smaller shards scatter too much to fail a build on. */
    static final long SMALLEST_SHARD_BYTES = 1L << 20;

    /**
     * Judges the rows of a run.
     *
     * @param rows all rows
     * @return false if a ratio is too low, or if there is none to judge
     */
    boolean holds(List<BenchRow> rows) {
        return lowest(rows).filter(row -> row.bestRatio() >= floor).isPresent();
    }

    /**
     * The judgement in words.
     *
     * @param rows all rows
     * @return one line
     */
    String describe(List<BenchRow> rows) {
        return lowest(rows)
                .map(row -> String.format(
                        Locale.ROOT,
                        "Ratio floor %.2f for shards of 1 MiB and more: %s (lowest %.2f, %s at %d bytes)",
                        floor,
                        holds(rows) ? "OK" : "FAILED",
                        row.bestRatio(),
                        row.label(),
                        row.size().outputBytes()))
                .orElse("Ratio floor " + floor + ": FAILED, no gather of 1 MiB or more per rank took the fast path");
    }

    private static Optional<BenchRow> lowest(List<BenchRow> rows) {
        return rows.stream()
                .filter(row -> row.fast() && row.size().shardBytes() >= SMALLEST_SHARD_BYTES)
                .min(Comparator.comparingDouble(BenchRow::bestRatio));
    }
}
