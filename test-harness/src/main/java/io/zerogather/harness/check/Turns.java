package io.zerogather.harness.check;

import io.zerogather.rendezvous.Deadline;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Lets threads take turns in a circle until one of them gives up. No wait outlasts the deadline. Thread-safe. */
final class Turns {
    private final List<Semaphore> places;
    private final Deadline deadline;
    private volatile boolean ended;

    /**
     * The first turn is that of place 0.
     *
     * @param threads how many take turns
     * @param deadline when all waits end
     */
    Turns(int threads, Deadline deadline) {
        this.places = IntStream.range(0, threads)
                .mapToObj(place -> new Semaphore(place == 0 ? 1 : 0))
                .toList();
        this.deadline = deadline;
    }

    /**
     * Waits for a place's turn.
     *
     * @param place whose, 0-based
     * @return false if another thread gave up or the deadline passed: there will be no turn
     * @throws InterruptedException if the thread is told to stop
     */
    boolean await(int place) throws InterruptedException {
        return places.get(place).tryAcquire(deadline.remainingNanos(), TimeUnit.NANOSECONDS) && !ended;
    }

    /** Gives the turn to the next place. */
    void pass(int place) {
        places.get((place + 1) % places.size()).release();
    }

    /** Gives up: all who wait, or come to wait, go without a turn. */
    void end() {
        ended = true;
        places.forEach(Semaphore::release);
    }

    /**
     * Waits for a thread's end.
     *
     * @param thread one that was started
     * @return false if it still runs at the deadline
     * @throws InterruptedException if this thread is told to stop
     */
    boolean join(Thread thread) throws InterruptedException {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos()))); // 0 would wait for ever
        return !thread.isAlive();
    }

    /** Whether a thread gave up. */
    boolean ended() {
        return ended;
    }
}
