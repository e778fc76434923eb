package io.zerogather;

import io.zerogather.agreement.Agreement;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.spi.AllGatherBackend;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A backend that the members of a group opened together: either every member has it, or none has and all know why.
 *
 * @param backend this rank's backend, or empty
 * @param refusal which rank could not open it, and why; empty if all could
 * @param <B> kind of backend
 */
record JointOpening<B extends AllGatherBackend>(Optional<B> backend, String refusal) {
    /** Beyond its patience, a rank still needs to notice that it is over and to vote. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    private static final int MOST_CHARACTERS = 1000;

    /**
     * Opens this rank's part and votes on the result.
     *
     * @param agreement the group's votes
     * @param step the vote's name
     * @param patience how long members may take to open
     * @param opener opens this rank's part
     * @return the result, equal on all ranks
     * @throws AllGatherException if the result of the vote cannot be learnt
     */
    static <B extends AllGatherBackend> JointOpening<B> open(
            Agreement agreement, String step, Duration patience, Supplier<B> opener) {
        Optional<B> backend = Optional.empty();
        String own = "";
        try {
            backend = Optional.of(opener.get());
        } catch (RuntimeException | LinkageError e) {
            own = described(e);
        }
        String refusal;
        try {
            refusal = agreement.unready(step, own, voteDeadline(patience));
        } catch (AllGatherException e) {
            backend.ifPresent(opened -> closeAfter(opened, e));
            throw e;
        }
        if (refusal.isEmpty()) {
            return new JointOpening<>(backend, "");
        }
        AllGatherException why = new AllGatherException(AllGatherException.Category.SETUP, refusal);
        backend.ifPresent(opened -> closeAfter(opened, why));
        return new JointOpening<>(Optional.empty(), refusal);
    }

    /** When a rank that has not voted counts as not ready: another may just have begun to be patient. */
    static Deadline voteDeadline(Duration patience) {
        return Deadline.after(patience.plus(SLACK));
    }

    /** Closes a backend that is of no use; the reason for that is what people need to see. */
    private static void closeAfter(AllGatherBackend backend, AllGatherException why) {
        try {
            backend.close();
        } catch (RuntimeException e) {
            why.addSuppressed(e);
        }
    }

    private static String described(Throwable failure) {
        String message = failure instanceof AllGatherException ? failure.getMessage() : failure.toString();
        String text = message == null || message.isBlank() ? failure.getClass().getName() : message;
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
    }
}
