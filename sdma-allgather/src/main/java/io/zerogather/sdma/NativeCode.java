package io.zerogather.sdma;

import io.zerogather.jni.NativeBridge;
import io.zerogather.jni.NativeLibraryException;
import io.zerogather.spi.Availability;

/** Whether the native library works on this rank. */
final class NativeCode {
    private NativeCode() {}

    static Availability availability() {
        try {
            NativeBridge.load();
            return Availability.yes();
        } catch (NativeLibraryException e) {
            return Availability.no(String.valueOf(e.getMessage()));
        }
    }
}
