package io.zerogather.harness.rank;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.RendezvousException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Rounds in which every rank says something and hears all: verdicts, times, barriers. They go through the rendezvous, so
 * that no verdict depends on the gathers it is about. Every rank takes part in the same rounds in the same order. A round
 * that a rank does not come to fails on every rank with one text that names it. Not thread-safe.
 */
public final class Tally {
    private static final byte NUMBERS = 0;
    private static final byte FAILURE = 1;

    /** What rank 0's answer may take beyond its own patience. */
    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final Rendezvous rendezvous;
    private final Patience patience;
    private final PeerProcesses processes;
    private boolean failed;
    private long round;

    /**
     * A tally.
     *
     * @param rendezvous a store that nobody else writes to
     * @param patience how long a round waits for the last rank
     * @param processes tells who is stopped
     */
    Tally(Rendezvous rendezvous, Patience patience, PeerProcesses processes) {
        this.rendezvous = rendezvous;
        this.patience = patience;
        this.processes = processes;
    }

    /**
     * A tally of ranks whose processes are not known.
     *
     * @param rendezvous a store that nobody else writes to
     * @param gather deadline of one gather; a round may take longer than that
     * @return the tally
     */
    public static Tally of(Rendezvous rendezvous, Duration gather) {
        return new Tally(rendezvous, Patience.of(gather), PeerProcesses.unknown());
    }

    /** Says that a gather has failed here: from now on no round waits long for a rank that does not come. */
    public void gatherFailed() {
        failed = true;
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
     * @throws TallyException if a rank does not come
     */
    public List<double[]> numbers(double... mine) {
        String prefix = "round-" + round++ + "/";
        List<Double> numbers = new ArrayList<>();
        for (double number : mine) {
            numbers.add(number);
        }
        Ballot own = new Ballot(failed, numbers);
        return decode(rendezvous.rank() == 0 ? collect(prefix, own) : ask(prefix, own), mine.length);
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
    private byte[] collect(String prefix, Ballot own) {
        byte[] unused = put(prefix + 0, own.encode());
        try {
            List<Ballot> all = new RollCall(rendezvous, prefix, patience, processes).await(own);
            return put(prefix + "all", encode(all));
        } catch (TallyException e) {
            return put(prefix + "all", encode(e));
        }
    }

    private byte[] ask(String prefix, Ballot own) {
        if (failed) {
            giveUpIfStopped(); // else this rank would wait for the store that rank 0 keeps
        }
        try {
            byte[] unused = put(prefix + rendezvous.rank(), own.encode());
            return answer(prefix);
        } catch (RendezvousException e) {
            giveUpIfStopped();
            throw e;
        }
    }

    private byte[] answer(String prefix) {
        String key = prefix + "all";
        Optional<byte[]> answer = await(key, limit());
        if (answer.isEmpty() && !failed) {
            giveUpIfStopped();
            answer = await(key, patience.work());
        }
        if (answer.isEmpty() && await(prefix + 0, Duration.ZERO).isPresent()) {
            answer = await(key, patience.longest().plus(ANSWER)); // it waits for others, and will say for whom
        }
        return answer.orElseThrow(() -> TallyException.silence(
                rendezvous.rank(), List.of(0), failed ? patience.afterFailure() : patience.longest()));
    }

    private void giveUpIfStopped() {
        if (processes.isStopped(0)) {
            throw new TallyException(processes.describeStopped(List.of(0)) + ", so the others gave up");
        }
    }

    private Duration limit() {
        return failed ? patience.afterFailure() : patience.gather();
    }

    private byte[] put(String key, byte[] value) {
        return rendezvous.setIfAbsent(key, value, Deadline.after(limit()));
    }

    private Optional<byte[]> await(String key, Duration limit) {
        return rendezvous.await(key, Deadline.after(limit));
    }

    private static byte[] encode(List<Ballot> all) {
        int numbers = all.stream().mapToInt(ballot -> ballot.numbers().size()).sum();
        ByteBuffer encoded = ByteBuffer.allocate(1 + numbers * Double.BYTES).put(NUMBERS);
        all.forEach(ballot -> ballot.numbers().forEach(encoded::putDouble));
        return encoded.array();
    }

    private static byte[] encode(TallyException failure) {
        byte[] text = String.valueOf(failure.getMessage()).getBytes(UTF_8);
        return ByteBuffer.allocate(1 + text.length).put(FAILURE).put(text).array();
    }

    private List<double[]> decode(byte[] answer, int each) {
        if (answer[0] == FAILURE) {
            throw new TallyException(new String(answer, 1, answer.length - 1, UTF_8));
        }
        ByteBuffer values = ByteBuffer.wrap(answer, 1, answer.length - 1);
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
