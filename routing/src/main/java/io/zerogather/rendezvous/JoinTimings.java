package io.zerogather.rendezvous;

import java.time.Duration;

/**
 * The times of joining.
 *
 * @param firstTry how long the first try of a port, or of a directory, may take; doubles with each pass
 * @param longestTry where that doubling ends
 * @param refusal how long the refusal by a rank 0 of our own job must last until it is final: it may belong to an
 *     earlier run that is still closing
 * @param admission how long a server lets a new connection take to introduce itself
 */
record JoinTimings(Duration firstTry, Duration longestTry, Duration refusal, Duration admission) {

    static final JoinTimings DEFAULT = new JoinTimings(
            Duration.ofMillis(500), Duration.ofSeconds(4), Duration.ofSeconds(6), Duration.ofSeconds(10));

    Duration tryTime(int pass) {
        Duration doubled = firstTry.multipliedBy(1L << Math.min(pass, 20));
        return doubled.compareTo(longestTry) < 0 ? doubled : longestTry;
    }
}
