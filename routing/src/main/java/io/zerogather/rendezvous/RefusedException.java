package io.zerogather.rendezvous;

import java.io.IOException;

/** The other side answered as a rendezvous and will not have us. */
final class RefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String reason;
    private final boolean ownJob;

    private RefusedException(String reason, boolean ownJob) {
        super(reason);
        this.reason = reason;
        this.ownJob = ownJob;
    }

    /** A server that may well be somebody else's: ours can still be on another port. */
    static RefusedException byAnother(String reason) {
        return new RefusedException(reason, false);
    }

    /** A server of our own job that will say the same next time, unless it is about to close. */
    static RefusedException byOwnJob(String reason) {
        return new RefusedException(reason, true);
    }

    /** The reason, as the user reads it. */
    String reason() {
        return reason;
    }

    boolean ownJob() {
        return ownJob;
    }
}
