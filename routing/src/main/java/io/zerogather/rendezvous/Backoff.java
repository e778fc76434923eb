package io.zerogather.rendezvous;

/** Pauses between tries that double from a first length to a longest one. Not thread-safe. */
final class Backoff {

    private final long longestMillis;
    private long nextMillis;

    Backoff(long firstMillis, long longestMillis) {
        this.nextMillis = firstMillis;
        this.longestMillis = longestMillis;
    }

    long nextMillis() {
        long millis = nextMillis;
        nextMillis = Math.min(2 * nextMillis, longestMillis);
        return millis;
    }

    /** Sleeps for the next pause, at most until the deadline. */
    void pause(Deadline deadline) throws InterruptedException {
        Thread.sleep(Math.min(nextMillis(), deadline.remainingMillis()));
    }

    /** The same for a rank that is waiting for others: an interrupt ends the wait with an exception that names it. */
    void pause(Deadline deadline, String during) {
        try {
            pause(deadline);
        } catch (InterruptedException interrupted) {
            throw Interruption.during(during, interrupted);
        }
    }
}
