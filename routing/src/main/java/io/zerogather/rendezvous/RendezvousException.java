package io.zerogather.rendezvous;

/** The store cannot be reached, was lost, or refused this rank. The message says where, why and what to do. */
public final class RendezvousException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * An exception that nothing else led to.
     *
     * @param message what is wrong, where, and what to do
     */
    public RendezvousException(String message) {
        super(message);
    }

    /**
     * An exception that another one led to.
     *
     * @param message what is wrong, where, and what to do
     * @param cause what led to it
     */
    public RendezvousException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The same failure for one more caller, with the stack trace of this thread. */
    RendezvousException again() {
        return new RendezvousException(String.valueOf(getMessage()), this);
    }
}
