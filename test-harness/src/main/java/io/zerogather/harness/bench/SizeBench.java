package io.zerogather.harness.bench;

import io.zerogather.harness.gather.Findings;
import io.zerogather.harness.rank.RankSession;
import io.zerogather.harness.rank.Tally;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** One size on every path: checked, then measured in batches that take turns, so that a disturbance hits all alike. */
final class SizeBench {
    /** Parts of a batch that are run to find out how many gathers a whole one has; they warm up, too. */
    private static final double[] PLAN_SHARES = {0.05, 0.3, 1};

    private static final double MEDIAN = 50;
    private static final double P99 = 99;

    private final RankSession session;
    private final Tally tally;
    private final BenchSettings settings;
    private final BenchCells cells;
    private final Optional<CeilingMeter> ceiling;

    /**
     * A size that is not measured yet.
     *
     * @param session this rank's place in the job
     * @param settings batches and their length
     * @param cells what to measure
     * @param ceiling what the machine can copy, if asked for
     */
    SizeBench(RankSession session, BenchSettings settings, BenchCells cells, Optional<CeilingMeter> ceiling) {
        this.session = session;
        this.tally = session.tally();
        this.settings = settings;
        this.cells = cells;
        this.ceiling = ceiling;
    }

    /**
     * Measures. Collective.
     *
     * @return what came out, equal on all ranks
     * @throws InterruptedException if the rank is told to stop
     */
    SizeResult run() throws InterruptedException {
        for (BenchCell cell : cells.all()) {
            cell.check();
        }
        CpuShare before = CpuShare.now();
        plan();
        for (int batch = 0; batch < settings.batches(); batch++) {
            for (BenchCell cell : cells.all()) {
                tally.barrier();
                if (batch < settings.batches() - 1) {
                    cell.measure();
                } else {
                    cell.measureAndCheck(); // what is lost only under load shows here
                }
            }
            ceiling.ifPresent(CeilingMeter::measure);
        }
        Map<BenchCell, Percentiles> percentiles = settings.percentiles() ? percentiles() : Map.of();
        return collect(percentiles, others(before));
    }

    private void plan() throws InterruptedException {
        double batchNanos = settings.batchTime().toNanos();
        for (BenchCell cell : cells.all()) {
            for (double share : PLAN_SHARES) {
                cell.plan(slowest(cell.batch()), batchNanos * share);
            }
        }
        ceiling.ifPresent(meter -> meter.plan(batchNanos));
    }

    private Map<BenchCell, Percentiles> percentiles() throws InterruptedException {
        Map<BenchCell, Percentiles> all = new HashMap<>();
        for (BenchCell cell : cells.all()) {
            tally.barrier();
            Histogram mine = cell.histogram();
            List<double[]> ranks = tally.numbers(
                    (double) mine.getValueAtPercentile(MEDIAN), (double) mine.getValueAtPercentile(P99), (double)
                            mine.getMaxValue());
            all.put(cell, new Percentiles(max(ranks, 0), max(ranks, 1), max(ranks, 2)));
        }
        return all;
    }

    private double others(CpuShare before) {
        CpuShare now = CpuShare.now();
        double ranks = tally.numbers(now.ownSeconds() - before.ownSeconds()).stream()
                .mapToDouble(numbers -> numbers[0])
                .sum();
        return tally.fromFirst(now.othersSince(before, ranks));
    }

    private SizeResult collect(Map<BenchCell, Percentiles> percentiles, double others) {
        Findings routes = new Findings(session.rank());
        cells.settleRoutes(routes);
        session.say(routes.lines());
        boolean right = routes.isEmpty();
        List<CellResult> results = new ArrayList<>();
        for (BenchCell cell : cells.all()) {
            session.say(cell.findings().lines());
            right &= cell.findings().isEmpty();
            results.add(new CellResult(cell, times(cell), Optional.ofNullable(percentiles.get(cell)), wrong(cell)));
        }
        return new SizeResult(results, ceiling.map(CeilingMeter::best), others, tally.all(right));
    }

    private BatchTimes times(BenchCell cell) {
        double[] mine =
                cell.nanosPerGather().stream().mapToDouble(Double::doubleValue).toArray();
        List<double[]> ranks = tally.numbers(mine);
        List<Double> means = new ArrayList<>();
        for (int batch = 0; batch < mine.length; batch++) {
            int index = batch;
            means.add(
                    ranks.stream().mapToDouble(times -> times[index]).average().orElseThrow());
        }
        return new BatchTimes(cell.iterations(), means);
    }

    private long wrong(BenchCell cell) {
        return (long) tally.numbers((double) cell.findings().wrongElements()).stream()
                .mapToDouble(numbers -> numbers[0])
                .sum();
    }

    private double slowest(double nanosPerGather) {
        return max(tally.numbers(nanosPerGather), 0);
    }

    private static double max(List<double[]> ranks, int index) {
        return ranks.stream().mapToDouble(numbers -> numbers[index]).max().orElseThrow();
    }
}
