package io.zerogather.rccl;

/** What the native library reported; the backend adds which gather of which group it hit. */
final class GlooException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GlooException(String message) {
        super(message);
    }
}
