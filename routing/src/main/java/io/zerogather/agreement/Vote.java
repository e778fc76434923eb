package io.zerogather.agreement;

import io.zerogather.AllGatherException;
import io.zerogather.rendezvous.Collected;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.RendezvousException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A vote of all ranks of a store on one topic. It ends in one key that is written if absent: whoever sees all ballots, or
 * runs out of time, offers a decision there; the first one stands and everybody obeys it. So a rank that comes late, or
 * exactly at the deadline of others, cannot end up with another decision than they.
 */
final class Vote {
    /** How long a rank looks at the ballots before it looks whether others have decided already. */
    private static final Duration LOOK = Duration.ofMillis(200);

    /** How long the store may take to answer once the vote's own time is over. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Rendezvous store;
    private final String topic;

    Vote(Rendezvous store, String topic) {
        this.store = store;
        this.topic = topic;
    }

    /** Makes a decision of what one rank has seen. */
    interface Tally {
        /**
         * Decides.
         *
         * @param ballots by rank
         * @param missing ranks whose ballots did not come in time
         * @return the decision to offer
         */
        byte[] decide(Map<Integer, byte[]> ballots, List<Integer> missing);
    }

    /**
     * Casts this rank's ballot.
     *
     * @param ballot what this rank says
     * @param deadline when to give up
     * @throws AllGatherException if the store cannot be reached, or holds another ballot of this rank
     */
    void cast(byte[] ballot, Deadline deadline) {
        byte[] standing = ask(() -> store.setIfAbsent(topic + "/ballot/" + store.rank(), ballot, deadline));
        if (!Arrays.equals(standing, ballot)) {
            throw new AllGatherException(
                    AllGatherException.Category.SETUP,
                    "Rank " + store.rank() + " has voted on " + topic
                            + " before: open a rendezvous of a new generation for each router");
        }
    }

    /** The ballots that are there, by rank. */
    Map<Integer, byte[]> ballots() {
        return store.collect(topic + "/ballot/", Deadline.after(Duration.ZERO)).values();
    }

    /**
     * Waits for the decision.
     *
     * @param deadline when to decide without the ballots that are missing
     * @param tally how to decide
     * @return the decision that stands
     * @throws AllGatherException if the decision cannot be read; this rank must not go on
     */
    byte[] decision(Deadline deadline, Tally tally) {
        return ask(() -> {
            while (true) {
                Collected seen = store.collect(topic + "/ballot/", earlier(LOOK, deadline));
                if (seen.missingRanks().isEmpty() || deadline.remainingNanos() == 0) {
                    return offer(tally.decide(seen.values(), seen.missingRanks()));
                }
                Optional<byte[]> decided = store.await(decisionKey(), Deadline.after(Duration.ZERO));
                if (decided.isPresent()) {
                    return decided.get();
                }
            }
        });
    }

    /**
     * Offers a decision without waiting for the other ballots.
     *
     * @param decision what to decide
     * @return the decision that stands
     */
    byte[] decide(byte[] decision) {
        return ask(() -> offer(decision));
    }

    private byte[] offer(byte[] decision) {
        return store.setIfAbsent(decisionKey(), decision, Deadline.after(GRACE));
    }

    private String decisionKey() {
        return topic + "/decision";
    }

    private byte[] ask(Question question) {
        try {
            return question.ask();
        } catch (RendezvousException e) {
            throw new AllGatherException(
                    AllGatherException.Category.SETUP,
                    "Rank " + store.rank() + " cannot learn what was decided on " + topic + ": " + e.getMessage(),
                    e);
        }
    }

    private static Deadline earlier(Duration look, Deadline deadline) {
        long left = deadline.remainingNanos();
        return left < look.toNanos() ? Deadline.after(Duration.ofNanos(left)) : Deadline.after(look);
    }

    /** Something asked of the store. */
    private interface Question {
        byte[] ask();
    }
}
