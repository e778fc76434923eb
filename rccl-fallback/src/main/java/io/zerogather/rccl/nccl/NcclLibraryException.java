package io.zerogather.rccl.nccl;

/** The library cannot be used on this rank; the message says which files were tried, why each was refused, and what to do. */
public final class NcclLibraryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NcclLibraryException(String message) {
        super(message);
    }

    NcclLibraryException(String message, Throwable cause) {
        super(message, cause);
    }
}
