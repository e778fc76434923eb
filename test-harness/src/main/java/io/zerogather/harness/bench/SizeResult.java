package io.zerogather.harness.bench;

import java.util.List;
import java.util.Optional;

/**
 * What one size came to, equal on all ranks.
 *
 * @param cells in the order of {@link BenchCells#all()}
 * @param ceiling what two ranks can copy at once, in 10^9 bytes per second, if measured
 * @param others the part of the machine that other processes used meanwhile, 0 to 1, NaN if unknown
 * @param right false if anything was wrong on any rank
 */
record SizeResult(List<CellResult> cells, Optional<Double> ceiling, double others, boolean right) {
    CellResult of(BenchPath path, boolean inPlace) {
        return cells.stream()
                .filter(result ->
                        result.cell().path().equals(path) && result.cell().inPlace() == inPlace)
                .findFirst()
                .orElseThrow();
    }
}
