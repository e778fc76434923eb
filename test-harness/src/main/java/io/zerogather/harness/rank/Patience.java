package io.zerogather.harness.rank;

import java.time.Duration;

/**
 * How long a rank waits for the others' words.
 *
 * @param gather deadline of one gather: a rank that is stopped for longer than that is given up
 * @param work what a rank may need besides: filling and comparing large buffers
 * @param afterFailure what the others get once a gather has failed somewhere, which ends their gathers, too
 */
record Patience(Duration gather, Duration work, Duration afterFailure) {
    private static final Duration WORK = Duration.ofSeconds(60);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(15);

    static Patience of(Duration gather) {
        return new Patience(gather, WORK, AFTER_FAILURE);
    }

    /** The longest that a rank may be late while all is well. */
    Duration longest() {
        return gather.plus(work);
    }
}
