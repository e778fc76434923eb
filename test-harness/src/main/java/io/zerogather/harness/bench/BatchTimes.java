package io.zerogather.harness.bench;

import java.util.List;

/**
 * What the batches of one cell took.
 *
 * @param iterations gathers of a batch
 * @param nanosPerGather one number per batch: its time divided by its gathers, mean over ranks
 */
record BatchTimes(int iterations, List<Double> nanosPerGather) {
    double bestNanos() {
        return sorted().get(0);
    }

    double medianNanos() {
        List<Double> sorted = sorted();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private List<Double> sorted() {
        return nanosPerGather.stream().sorted().toList();
    }
}
