package io.zerogather.harness.rank;

/** A rank did not take part in a round in time. */
public final class TallyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TallyException(String message) {
        super(message);
    }
}
