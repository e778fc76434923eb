package io.zerogather.harness.bench;

/**
 * Times of single gathers, each awaited before the next; the slowest rank's.
 *
 * @param medianNanos half of the gathers took no longer
 * @param p99Nanos 99 of 100 did
 * @param maxNanos the slowest
 */
record Percentiles(double medianNanos, double p99Nanos, double maxNanos) {}
