package io.zerogather;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Guards memory against being freed under a gather. Every gather that uses the memory holds one use; ending the
 * lifetime while a use is held is refused. Thread-safe.
 */
public final class Lifetime {
    private static final int ENDED = -1;

    private final AtomicInteger uses = new AtomicInteger();
    private final String description;

    /**
     * Starts a lifetime.
     *
     * @param description what is guarded, for error messages
     */
    public Lifetime(String description) {
        this.description = description;
    }

    /**
     * Takes one use.
     *
     * @return false if the lifetime has ended
     */
    public boolean acquire() {
        int current = uses.get();
        while (current != ENDED) {
            if (uses.compareAndSet(current, current + 1)) {
                return true;
            }
            current = uses.get();
        }
        return false;
    }

    /**
     * Gives one use back.
     *
     * @throws IllegalStateException if none is held
     */
    public void release() {
        int before = uses.getAndUpdate(current -> current > 0 ? current - 1 : current);
        if (before <= 0) {
            throw new IllegalStateException(description + " was given back more often than it was taken");
        }
    }

    /**
     * Ends the lifetime. Ending it again changes nothing.
     *
     * @return true if this call ended it, false if it had ended before
     * @throws IllegalStateException if uses are held
     */
    public boolean end() {
        if (uses.compareAndSet(0, ENDED)) {
            return true;
        }
        int current = uses.get();
        if (current == ENDED) {
            return false;
        }
        throw new IllegalStateException(
                description + " is in use by " + current + " gather(s) in flight; await their works before closing it");
    }

    /** Whether anybody holds a use. */
    boolean inUse() {
        return uses.get() > 0;
    }

    /**
     * Lets the owner's own access pass.
     *
     * @throws IllegalStateException if the lifetime has ended
     */
    public void requireOpen() {
        if (ended()) {
            throw new IllegalStateException(description + " is closed; access it only before that");
        }
    }

    /**
     * Whether the lifetime has ended.
     *
     * @return true after {@link #end()} succeeded
     */
    public boolean ended() {
        return uses.get() == ENDED;
    }
}
