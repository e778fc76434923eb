package io.zerogather.sdma.measure;

import io.zerogather.jni.NativeBridge;

/** The copy of engine {@code host}, alone: streaming stores on the calling thread. Thread-safe. */
public final class StreamingCopy {
    private StreamingCopy() {}

    /**
     * Copies. Loads the native library at the first call.
     *
     * @param to address of at least {@code bytes} writable bytes
     * @param from address of at least {@code bytes} readable bytes
     * @param bytes length, 0 or more; the ranges must not overlap
     * @throws RuntimeException if the native library cannot be loaded; the message says where it was looked for
     */
    public static void copy(long to, long from, long bytes) {
        NativeBridge.load();
        NativeBridge.copyStreaming(to, from, bytes);
    }
}
