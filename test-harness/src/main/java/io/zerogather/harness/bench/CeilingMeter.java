package io.zerogather.harness.bench;

import io.zerogather.DeviceBuffer;
import io.zerogather.harness.rank.Tally;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the machine can copy at most: two ranks copy private memory at the same time, the others wait. Two are enough to
 * reach what all cores together get out of the memory.
 */
final class CeilingMeter {
    private static final int COPYING_RANKS = 2;
    private static final int FIRST_COPIES = 2;
    private static final int MAX_COPIES = 100_000;

    private final CopyCeiling copy;
    private final Tally tally;
    private final boolean copying;
    private final DeviceBuffer destination;
    private final DeviceBuffer source;
    private final List<Double> rates = new ArrayList<>();
    private int copies = FIRST_COPIES;

    /**
     * A meter for one size.
     *
     * @param copy one copy
     * @param tally keeps the ranks in step
     * @param rank this rank
     * @param destination where this rank copies to
     * @param source where from, of the same length
     */
    CeilingMeter(CopyCeiling copy, Tally tally, int rank, DeviceBuffer destination, DeviceBuffer source) {
        this.copy = copy;
        this.tally = tally;
        this.copying = rank < COPYING_RANKS;
        this.destination = destination;
        this.source = source;
    }

    /**
     * Sets how many copies a batch has. Collective.
     *
     * @param batchNanos how long a batch shall take
     */
    void plan(double batchNanos) {
        double slowest = tally.numbers(batch()).stream()
                .mapToDouble(numbers -> numbers[0])
                .max()
                .orElseThrow();
        copies = (int) Math.max(1, Math.min(MAX_COPIES, batchNanos * copies / slowest));
    }

    /** Measures a batch and keeps its rate. Collective. */
    void measure() {
        tally.barrier();
        double rate = tally.numbers(copying ? bytesCopied() / batch() : 0).stream()
                .mapToDouble(numbers -> numbers[0])
                .sum();
        rates.add(rate);
    }

    /** The best batch, in 10^9 bytes per second of both ranks together. */
    double best() {
        return Collections.max(rates);
    }

    private double bytesCopied() {
        return (double) copies * source.bytes();
    }

    private double batch() {
        if (!copying) {
            return 0;
        }
        copy.copy(destination, source);
        long start = System.nanoTime();
        for (int i = 0; i < copies; i++) {
            copy.copy(destination, source);
        }
        return System.nanoTime() - start;
    }
}
