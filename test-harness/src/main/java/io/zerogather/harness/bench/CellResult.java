package io.zerogather.harness.bench;

import java.util.Optional;

/**
 * What one cell came to, over all ranks.
 *
 * @param cell what was measured
 * @param times its batches
 * @param percentiles single gathers, if measured
 * @param wrong wrong elements on all ranks
 */
record CellResult(BenchCell cell, BatchTimes times, Optional<Percentiles> percentiles, long wrong) {}
