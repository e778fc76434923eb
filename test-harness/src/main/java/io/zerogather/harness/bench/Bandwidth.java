package io.zerogather.harness.bench;

/**
 * Rates of one gather, as nccl-tests define them, in units of 10^9 bytes per second.
 *
 * @param algorithm output bytes by time
 * @param bus the part of them that comes from other ranks
 * @param copied bytes that all ranks together write into outputs, by time
 */
record Bandwidth(double algorithm, double bus, double copied) {
    static Bandwidth of(long outputBytes, int ranks, double nanos) {
        double rate = outputBytes / nanos; // bytes per nanosecond are 10^9 bytes per second
        return new Bandwidth(rate, rate * (ranks - 1) / ranks, rate * ranks);
    }
}
