package io.zerogather.jni;

/**
 * A call that a GPU runtime refused, or a runtime that cannot be used. The message names the function, the runtime's name
 * and number of the error, and its text.
 */
public final class GpuException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    /**
     * Describes a refusal. Native code calls it.
     *
     * @param code the runtime's number of the error, or {@link GpuBridge#NOT_OF_THE_RUNTIME}
     * @param message what was asked and what the runtime said
     */
    public GpuException(int code, String message) {
        super(message);
        this.code = code;
    }

    /**
     * The error's number.
     *
     * @return the runtime's own, for example 2 for a lack of memory, or {@link GpuBridge#NOT_OF_THE_RUNTIME}
     */
    public int code() {
        return code;
    }
}
