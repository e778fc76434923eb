package io.zerogather.rendezvous;

import java.time.Duration;

/** A fixed point in time after which waiting ends, on the monotonic clock of this process. Immutable. */
public final class Deadline {

    private final long startNanos;
    private final long lengthNanos;

    private Deadline(long startNanos, long lengthNanos) {
        this.startNanos = startNanos;
        this.lengthNanos = lengthNanos;
    }

    /**
     * The deadline that lies some time after now.
     *
     * @param duration the time allowed; zero or less has already passed, beyond 292 years counts as 292 years
     * @return the deadline
     */
    public static Deadline after(Duration duration) {
        return new Deadline(System.nanoTime(), nanosOf(duration));
    }

    /** {@return the nanoseconds left, zero once the deadline has passed} */
    public long remainingNanos() {
        // Elapsed time is a difference of two readings, so neither a negative clock nor its wrap-around matters.
        return Math.max(0, lengthNanos - (System.nanoTime() - startNanos));
    }

    /** {@return the time left, zero once the deadline has passed} */
    public Duration remaining() {
        return Duration.ofNanos(remainingNanos());
    }

    /** {@return whether the deadline has passed} */
    public boolean expired() {
        return remainingNanos() == 0;
    }

    /** The deadline that lies {@code extra} after this one, at most 292 years after this one's start. */
    Deadline extendedBy(Duration extra) {
        long sum = lengthNanos + nanosOf(extra);
        return new Deadline(startNanos, sum < 0 ? Long.MAX_VALUE : sum);
    }

    /** Whichever of the two passes first. */
    Deadline orEarlier(Deadline other) {
        return other.remainingNanos() < remainingNanos() ? other : this;
    }

    /** Whichever of the two passes last. */
    Deadline orLater(Deadline other) {
        return other.remainingNanos() > remainingNanos() ? other : this;
    }

    /**
     * The time left in milliseconds as socket options take it: rounded up, at least 1, since they read 0 as "for ever".
     */
    int remainingMillis() {
        long nanos = remainingNanos();
        long millis = nanos / 1_000_000 + (nanos % 1_000_000 == 0 ? 0 : 1);
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, millis));
    }

    /** The whole time allowed, in seconds. */
    @Override
    public String toString() {
        return Duration.ofNanos(lengthNanos).toMillis() / 1000.0 + " s";
    }

    private static long nanosOf(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        try {
            return duration.toNanos();
        } catch (ArithmeticException beyondLong) {
            return Long.MAX_VALUE;
        }
    }
}
