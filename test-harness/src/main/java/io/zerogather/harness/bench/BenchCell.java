package io.zerogather.harness.bench;

import io.zerogather.harness.gather.Findings;
import io.zerogather.harness.gather.VerifiedGather;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** One path at one size, in place or out of place: what this rank measures. */
final class BenchCell {
    private static final int FIRST_GATHERS = 4;
    private static final int HISTOGRAM_DIGITS = 3;

    /** More than a size has cells, so that no two gathers of a size have one number. */
    private static final long NEXT_NUMBER = 1000;

    private final BenchPath path;
    private final boolean inPlace;
    private VerifiedGather gather;
    private final Findings findings;
    private final BatchClock clock;
    private final List<Double> enqueueNanos = new ArrayList<>();
    private final List<Double> nanosPerGather = new ArrayList<>();
    private double lastEnqueueNanos;
    private int iterations = FIRST_GATHERS;

    /**
     * A cell without measurements.
     *
     * @param path what serves the gathers
     * @param inPlace whether they are in place
     * @param gather the gather to repeat
     * @param findings gets what is wrong
     * @param clock measures batches
     */
    BenchCell(BenchPath path, boolean inPlace, VerifiedGather gather, Findings findings, BatchClock clock) {
        this.path = path;
        this.inPlace = inPlace;
        this.gather = gather;
        this.findings = findings;
        this.clock = clock;
    }

    BenchPath path() {
        return path;
    }

    boolean inPlace() {
        return inPlace;
    }

    Findings findings() {
        return findings;
    }

    int iterations() {
        return iterations;
    }

    /** What this rank's batches took, in order. */
    List<Double> nanosPerGather() {
        return nanosPerGather;
    }

    /** What it took this rank to queue a gather, median of the batches. */
    double medianEnqueueNanos() {
        return new BatchTimes(iterations, enqueueNanos).medianNanos();
    }

    /** Gathers once and compares every byte. */
    void check() throws InterruptedException {
        gather.fill();
        gather.submit().await();
        gather.verify(findings);
    }

    /**
     * Sets how many gathers a batch has.
     *
     * @param slowestNanos what a gather takes on the slowest rank
     * @param batchNanos how long a batch shall take
     */
    void plan(double slowestNanos, double batchNanos) {
        iterations = (int) Math.max(1, Math.min(clock.mostGathers(), batchNanos / slowestNanos));
    }

    /** Measures a batch and keeps its time. */
    void measure() throws InterruptedException {
        nanosPerGather.add(batch());
        enqueueNanos.add(lastEnqueueNanos);
    }

    /** Measures a batch of new bytes, compares what it left behind, and checks once more. */
    void measureAndCheck() throws InterruptedException {
        gather = gather.renumbered(NEXT_NUMBER);
        gather.fill();
        measure();
        gather.verify(findings);
        gather = gather.renumbered(NEXT_NUMBER);
        check();
    }

    /**
     * Runs a batch: one gather to bring the ranks in step, then all of them back to back.
     *
     * @return nanoseconds per gather
     * @throws InterruptedException if the rank is told to stop
     */
    double batch() throws InterruptedException {
        gather.submit().await();
        BatchClock.Reading reading = clock.measure(gather, iterations);
        lastEnqueueNanos = reading.enqueueNanos();
        return reading.nanosPerGather();
    }

    /** Measures gathers one by one. */
    Histogram histogram() throws InterruptedException {
        Histogram histogram = new Histogram(HISTOGRAM_DIGITS);
        gather.submit().await();
        for (int i = 0; i < iterations; i++) {
            long start = System.nanoTime();
            gather.submit().await();
            histogram.recordValue(System.nanoTime() - start);
        }
        return histogram;
    }
}
