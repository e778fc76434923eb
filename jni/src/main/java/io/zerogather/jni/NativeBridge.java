package io.zerogather.jni;

/** The functions of the native library. Every one may be called from any thread. */
public final class NativeBridge {
    /** Version of the native interface that this class was compiled against. */
    public static final int ABI_VERSION = 1;

    private NativeBridge() {}

    /**
     * Version of the loaded native library.
     *
     * @return the number that must equal {@link #ABI_VERSION}
     */
    public static native int abiVersion();
}
