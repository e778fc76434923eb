package io.zerogather.harness.rank;

import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Rank 0's wait for what the others say in one round. Used once, by one thread. */
final class RollCall {
    /** How long to listen for one rank before looking at the others. */
    private static final Duration LOOK = Duration.ofMillis(200);

    private final Rendezvous store;
    private final String prefix;
    private final Patience patience;
    private final PeerProcesses processes;
    private final Map<Integer, Ballot> heard = new TreeMap<>();
    private final Deadline stoppedDeadline;
    private Deadline deadline;
    private boolean failed;

    /**
     * A wait that begins now.
     *
     * @param store where the ranks say it
     * @param prefix the round
     * @param patience how long it may take
     * @param processes tells who is stopped
     */
    RollCall(Rendezvous store, String prefix, Patience patience, PeerProcesses processes) {
        this.store = store;
        this.prefix = prefix;
        this.patience = patience;
        this.processes = processes;
        this.stoppedDeadline = Deadline.after(patience.gather());
        this.deadline = Deadline.after(patience.longest());
    }

    /**
     * Waits.
     *
     * @param own what rank 0 says
     * @return what all say, in rank order
     * @throws TallyException naming the ranks that do not come
     */
    List<Ballot> await(Ballot own) {
        hear(0, own);
        while (heard.size() < store.worldSize()) {
            int next = missing().get(0);
            Duration look = deadline.remaining().compareTo(LOOK) < 0 ? deadline.remaining() : LOOK;
            if (!listen(next, look)) {
                missing().forEach(rank -> listen(rank, Duration.ZERO));
                giveUpIfDue(missing());
            }
        }
        return List.copyOf(heard.values());
    }

    private boolean listen(int rank, Duration limit) {
        store.await(prefix + rank, Deadline.after(limit)).ifPresent(said -> hear(rank, Ballot.decode(said)));
        return heard.containsKey(rank);
    }

    private void hear(int rank, Ballot said) {
        heard.put(rank, said);
        if (said.failed() && !failed) {
            failed = true;
            deadline = Deadline.after(patience.afterFailure());
        }
    }

    private void giveUpIfDue(List<Integer> missing) {
        if (failed || stoppedDeadline.expired()) {
            List<Integer> stopped =
                    missing.stream().filter(processes::isStopped).toList();
            if (!stopped.isEmpty()) {
                throw new TallyException(processes.describeStopped(stopped) + ", so the others gave up");
            }
        }
        if (!missing.isEmpty() && deadline.expired()) {
            throw TallyException.silence(0, missing, failed ? patience.afterFailure() : patience.longest());
        }
    }

    private List<Integer> missing() {
        return IntStream.range(0, store.worldSize())
                .filter(rank -> !heard.containsKey(rank))
                .boxed()
                .toList();
    }
}
