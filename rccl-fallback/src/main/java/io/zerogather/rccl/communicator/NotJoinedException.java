package io.zerogather.rccl.communicator;

/** A communicator cannot be joined, for a reason that this rank found before it called the library. */
final class NotJoinedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotJoinedException(String message) {
        super(message);
    }
}
