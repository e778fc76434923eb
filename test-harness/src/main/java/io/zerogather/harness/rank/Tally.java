package io.zerogather.harness.rank;

import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Rounds in which every rank says something and hears all: verdicts, times, barriers. They go through the rendezvous, so
 * that no verdict depends on the gathers it is about. Every rank takes part in the same rounds in the same order. Not
 * thread-safe.
 */
public final class Tally {
    private final Rendezvous rendezvous;
    private final Duration patience;
    private long round;

    /**
     * A tally.
     *
     * @param rendezvous a store that nobody else writes to
     * @param patience how long a round waits for the last rank
     */
    public Tally(Rendezvous rendezvous, Duration patience) {
        this.rendezvous = rendezvous;
        this.patience = patience;
    }

    /**
     * Whether all ranks say yes.
     *
     * @param mine what this rank says
     * @return true if every rank said true
     */
    public boolean all(boolean mine) {
        return numbers(mine ? 1 : 0).stream().allMatch(vote -> vote[0] == 1);
    }

    /** Waits until every rank is here. */
    public void barrier() {
        List<double[]> unused = numbers();
    }

    /**
     * Collects numbers.
     *
     * @param mine this rank's numbers; every rank gives as many
     * @return those of all ranks, in rank order
     */
    public List<double[]> numbers(double... mine) {
        String prefix = "round-" + round++ + "/";
        Deadline deadline = Deadline.after(patience);
        byte[] own = encode(mine);
        byte[] all;
        if (rendezvous.rank() == 0) {
            all = put(prefix + "all", collect(prefix, own, deadline), deadline);
        } else {
            byte[] unused = put(prefix + rendezvous.rank(), own, deadline);
            all = get(prefix + "all", 0, deadline);
        }
        return decode(all, mine.length);
    }

    /**
     * Takes over a number from rank 0.
     *
     * @param mine what this rank has; counts on rank 0 only
     * @return rank 0's
     */
    public double fromFirst(double mine) {
        return numbers(mine).get(0)[0];
    }

    /** Rank 0 joins what all said, so that a round costs every other rank two requests. */
    private byte[] collect(String prefix, byte[] own, Deadline deadline) {
        ByteBuffer joined =
                ByteBuffer.allocate(own.length * rendezvous.worldSize()).put(own);
        for (int rank = 1; rank < rendezvous.worldSize(); rank++) {
            joined.put(get(prefix + rank, rank, deadline));
        }
        return joined.array();
    }

    private byte[] put(String key, byte[] value, Deadline deadline) {
        return rendezvous.setIfAbsent(key, value, deadline);
    }

    private byte[] get(String key, int from, Deadline deadline) {
        return rendezvous
                .await(key, deadline)
                .orElseThrow(() -> new TallyException("Rank " + rendezvous.rank() + " heard nothing from rank " + from
                        + " for " + patience.toSeconds() + " s; the output of rank " + from + " may say why"));
    }

    private static byte[] encode(double[] values) {
        ByteBuffer encoded = ByteBuffer.allocate(values.length * Double.BYTES);
        encoded.asDoubleBuffer().put(values);
        return encoded.array();
    }

    private List<double[]> decode(byte[] joined, int each) {
        ByteBuffer values = ByteBuffer.wrap(joined);
        List<double[]> all = new ArrayList<>();
        for (int rank = 0; rank < rendezvous.worldSize(); rank++) {
            double[] numbers = new double[each];
            for (int i = 0; i < each; i++) {
                numbers[i] = values.getDouble();
            }
            all.add(numbers);
        }
        return all;
    }
}
