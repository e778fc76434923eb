package io.zerogather.rendezvous;

import java.time.Duration;

/** A point in time by which something must have happened. Immutable. */
public final class Deadline {
    private final long endNanos;

    private Deadline(long endNanos) {
        this.endNanos = endNanos;
    }

    /**
     * A deadline from now.
     *
     * @param timeout how far away
     * @return the deadline
     */
    public static Deadline after(Duration timeout) {
        return new Deadline(System.nanoTime() + timeout.toNanos());
    }

    /**
     * Time left.
     *
     * @return nanoseconds, 0 once it has passed
     */
    public long remainingNanos() {
        return Math.max(0, endNanos - System.nanoTime());
    }
}
