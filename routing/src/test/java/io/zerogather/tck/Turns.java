package io.zerogather.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** Lets threads go one after the other in a given order. */
final class Turns {
    private int now;

    synchronized void await(int turn) throws InterruptedException {
        long end = System.nanoTime() + RankThreads.LIMIT.toNanos();
        while (now != turn) {
            long left = end - System.nanoTime();
            assertThat(left)
                    .as("time left while waiting for turn %d in turn %d", turn, now)
                    .isPositive();
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    synchronized void next() {
        now++;
        notifyAll();
    }
}
