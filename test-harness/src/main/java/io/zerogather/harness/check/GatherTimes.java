package io.zerogather.harness.check;

import java.util.List;

/**
 * Times of single gathers.
 *
 * @param averageMillis mean over ranks of each rank's mean
 * @param minMillis shortest over ranks and iterations
 * @param maxMillis longest over ranks and iterations
 */
record GatherTimes(double averageMillis, double minMillis, double maxMillis) {
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * One rank's times.
     *
     * @param nanos time of each iteration, at least one
     */
    static GatherTimes ofRank(long[] nanos) {
        double sum = 0;
        double min = Double.POSITIVE_INFINITY;
        double max = 0;
        for (long time : nanos) {
            double millis = time / NANOS_PER_MILLI;
            sum += millis;
            min = Math.min(min, millis);
            max = Math.max(max, millis);
        }
        return new GatherTimes(sum / nanos.length, min, max);
    }

    /** All ranks' times as one. */
    static GatherTimes ofRanks(List<GatherTimes> ranks) {
        return new GatherTimes(
                ranks.stream().mapToDouble(GatherTimes::averageMillis).average().orElseThrow(),
                ranks.stream().mapToDouble(GatherTimes::minMillis).min().orElseThrow(),
                ranks.stream().mapToDouble(GatherTimes::maxMillis).max().orElseThrow());
    }
}
