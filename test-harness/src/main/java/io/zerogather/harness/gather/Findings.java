package io.zerogather.harness.gather;

import io.zerogather.harness.memory.Mismatch;
import io.zerogather.harness.memory.Pattern;
import java.util.ArrayList;
import java.util.List;

/** What is wrong on this rank. Thread-safe: consumers on the host stream report here too. */
public final class Findings {
    /** More lines help nobody. */
    private static final int SHOWN = 5;

    private final int rank;
    private final List<String> lines = new ArrayList<>();
    private long count;
    private long wrongElements;

    /**
     * Nothing yet.
     *
     * @param rank this rank, for the lines
     */
    public Findings(int rank) {
        this.rank = rank;
    }

    /**
     * Reports anything.
     *
     * @param problem what is wrong
     */
    public synchronized void add(String problem) {
        count++;
        if (lines.size() < SHOWN) {
            lines.add("  [rank " + rank + "] FAIL: " + problem);
        }
    }

    /** Reports a shard that is not what its owner sent, in the reference's words and with the first wrong byte. */
    synchronized void wrongPartition(int partition, Pattern expected, Mismatch mismatch, GatherShape shape) {
        wrongElements += mismatch.wrongElements();
        add("partition[" + partition + "] expected all " + expected + ", got unique values: " + mismatch.values() + "; "
                + mismatch.describe() + "; gather of " + shape);
    }

    /**
     * Whether all is well.
     *
     * @return true if nothing was reported
     */
    public synchronized boolean isEmpty() {
        return count == 0;
    }

    /**
     * Elements of outputs and shards that are wrong.
     *
     * @return their number
     */
    public synchronized long wrongElements() {
        return wrongElements;
    }

    /**
     * The report.
     *
     * @return one line per problem, the first few only
     */
    public synchronized List<String> lines() {
        List<String> shown = new ArrayList<>(lines);
        if (count > shown.size()) {
            shown.add("  [rank " + rank + "] and " + (count - shown.size()) + " more");
        }
        return shown;
    }
}
