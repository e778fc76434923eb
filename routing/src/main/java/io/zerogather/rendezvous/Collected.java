package io.zerogather.rendezvous;

import java.util.List;
import java.util.Map;

/**
 * What the ranks wrote under one prefix.
 *
 * @param values the value of each rank that wrote one, in rank order; unmodifiable
 * @param missingRanks the ranks that wrote none in time, ascending; unmodifiable
 */
public record Collected(Map<Integer, byte[]> values, List<Integer> missingRanks) {
    /** {@return whether every rank wrote its value} */
    public boolean complete() {
        return missingRanks.isEmpty();
    }
}
