package io.zerogather.rendezvous;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Which ranks have joined the store that rank 0 serves, and which have left again. Each rank joins once. Thread-safe.
 */
final class Membership {

    /** Where a rank stands. */
    enum State {
        ABSENT,
        JOINING,
        JOINED,
        LEFT
    }

    private final State[] states;

    /** All ranks but rank 0, which serves, are absent. */
    Membership(int worldSize) {
        states = new State[worldSize];
        Arrays.fill(states, State.ABSENT);
        states[0] = State.LEFT;
    }

    int worldSize() {
        return states.length;
    }

    /** Lets an absent rank start to join; returns where it stood, so that only {@code ABSENT} is a yes. */
    synchronized State startJoin(int rank) {
        State before = states[rank];
        if (before == State.ABSENT) {
            states[rank] = State.JOINING;
        }
        return before;
    }

    /** Ends a join that has started. */
    synchronized void endJoin(int rank, boolean joined) {
        states[rank] = joined ? State.JOINED : State.ABSENT;
    }

    synchronized void leave(int rank) {
        states[rank] = State.LEFT;
        notifyAll();
    }

    /** Waits until all ranks have joined and left; false if the deadline passes first. */
    synchronized boolean awaitAllLeft(Deadline deadline) throws InterruptedException {
        while (!Arrays.stream(states).allMatch(State.LEFT::equals)) {
            if (deadline.expired()) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, deadline.remainingNanos());
        }
        return true;
    }
}
