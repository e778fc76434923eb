package io.zerogather.sdma;

import io.zerogather.jni.NativeBridge;
import io.zerogather.spi.Availability;
import io.zerogather.spi.LocalCopy;

/** Copies within the process, by JNI. */
public final class JniLocalCopy implements LocalCopy {
    /** For the service loader. */
    public JniLocalCopy() {}

    @Override
    public Availability availability() {
        return NativeCode.availability();
    }

    @Override
    public void copy(long source, long destination, long bytes) {
        NativeBridge.copy(destination, source, bytes);
    }
}
