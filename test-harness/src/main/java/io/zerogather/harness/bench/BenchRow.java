package io.zerogather.harness.bench;

import io.zerogather.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One path at one size, over all ranks.
 *
 * @param size what was gathered
 * @param path what was measured
 * @param route where its gathers went
 * @param label what served them, in a word
 * @param outOfPlace with a shard of its own
 * @param inPlace with the shard in the output
 * @param bestRatio time of the library alone divided by time of this path, best batches, out of place
 * @param medianRatio the same of the median batches
 * @param ceiling what two ranks can copy at once, in 10^9 bytes per second, if measured
 */
record BenchRow(
        BenchSize size,
        BenchPath path,
        Reason route,
        String label,
        CellResult outOfPlace,
        CellResult inPlace,
        double bestRatio,
        double medianRatio,
        Optional<Double> ceiling) {

    /**
     * The rows of one size.
     *
     * @param size what was gathered
     * @param paths what was compared
     * @param cells where the gathers went
     * @param result what came out
     * @param fallback the fallback's engine
     * @return one row for each path
     */
    static List<BenchRow> of(
            BenchSize size, List<BenchPath> paths, BenchCells cells, SizeResult result, String fallback) {
        BenchPath raw = paths.stream()
                .filter(path -> path.role() == BenchPath.Role.RAW)
                .findFirst()
                .orElseThrow();
        BatchTimes library = result.of(raw, false).times();
        List<BenchRow> rows = new ArrayList<>();
        for (BenchPath path : paths) {
            CellResult outOfPlace = result.of(path, false);
            Reason route = cells.route(path);
            rows.add(new BenchRow(
                    size,
                    path,
                    route,
                    path.isFast() && route != Reason.FAST ? fallback + ":" + route.tag() : path.name(),
                    outOfPlace,
                    result.of(path, true),
                    library.bestNanos() / outOfPlace.times().bestNanos(),
                    library.medianNanos() / outOfPlace.times().medianNanos(),
                    result.ceiling()));
        }
        return rows;
    }

    /** Whether the gathers took the fast path. */
    boolean fast() {
        return path.isFast() && route == Reason.FAST;
    }

    /** Rates of the best batch. */
    Bandwidth bandwidth(CellResult cell) {
        return Bandwidth.of(size.outputBytes(), size.ranks(), cell.times().bestNanos());
    }
}
