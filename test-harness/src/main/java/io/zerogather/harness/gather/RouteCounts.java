package io.zerogather.harness.gather;

import java.util.StringJoiner;

/**
 * The routes that gathers took, as the router counted them.
 *
 * @param fast served by the fast path
 * @param fallback served by the collective library, whatever the reason
 * @param direct those of the fast path without a copy to staging memory
 * @param local served within the rank
 * @param empty without bytes
 */
public record RouteCounts(long fast, long fallback, long direct, long local, long empty) {
    /**
     * The counts for a row of the report; what is rare is left out where it is zero.
     *
     * @return for example {@code [fast 4, fallback 2, direct 1]}
     */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        text.add("fast " + fast).add("fallback " + fallback);
        addUnlessZero(text, "direct ", direct);
        addUnlessZero(text, "local ", local);
        addUnlessZero(text, "empty ", empty);
        return text.toString();
    }

    private static void addUnlessZero(StringJoiner text, String name, long value) {
        if (value > 0) {
            text.add(name + value);
        }
    }
}
