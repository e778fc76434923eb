package io.zerogather.jni;

/** A native library that this process cannot use. The message says what was tried and what to do. */
public final class NativeLibraryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Describes why.
     *
     * @param message what was tried, what went wrong, what to do
     */
    public NativeLibraryException(String message) {
        super(message);
    }

    /**
     * Describes why.
     *
     * @param message what was tried, what went wrong, what to do
     * @param cause the underlying failure
     */
    public NativeLibraryException(String message, Throwable cause) {
        super(message, cause);
    }
}
