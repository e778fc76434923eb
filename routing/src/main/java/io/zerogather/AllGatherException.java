package io.zerogather;

import org.jspecify.annotations.Nullable;

/** A gather, or the set-up of gathers, that failed. The message names the rank, the gather and what to do. */
public final class AllGatherException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What the failure means for the caller. */
    public enum Category {
        /** This gather failed on every rank of the group; the group works on. */
        REJECTED,
        /** The group is poisoned: its state differs between ranks and the job must stop. */
        FATAL,
        /** The router could not be opened; nothing has run. */
        SETUP,
        /** The router or group was closed before the gather could run. */
        CLOSED,
        /** A GPU runtime refused an operation that is no gather, for example an allocation. */
        DEVICE
    }

    private final Category category;

    /**
     * Describes a failure.
     *
     * @param category what it means for the caller
     * @param message what was wrong, the value, what to do
     */
    public AllGatherException(Category category, String message) {
        this(category, message, null);
    }

    /**
     * Describes a failure with its cause.
     *
     * @param category what it means for the caller
     * @param message what was wrong, the value, what to do
     * @param cause the underlying failure, or null
     */
    public AllGatherException(Category category, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.category = category;
    }

    /**
     * What the failure means for the caller.
     *
     * @return the category
     */
    public Category category() {
        return category;
    }

    /**
     * A copy for a thread that observes the failure later: its stack trace is that thread's, its cause the original.
     *
     * @return a new exception of the same category and message
     */
    public AllGatherException observed() {
        return new AllGatherException(category, String.valueOf(getMessage()), this);
    }
}
