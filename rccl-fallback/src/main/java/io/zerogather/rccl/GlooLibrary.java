package io.zerogather.rccl;

import io.zerogather.jni.GlooBridge;
import io.zerogather.jni.NativeLibraryException;
import io.zerogather.spi.Availability;

/** Whether Gloo works on this rank. */
final class GlooLibrary {
    private GlooLibrary() {}

    static Availability availability() {
        try {
            GlooBridge.load();
            return Availability.yes();
        } catch (NativeLibraryException e) {
            String message = String.valueOf(e.getMessage());
            return Availability.no(
                    message.contains("libgloo") ? message + "; install Gloo (Debian: libgloo0)" : message);
        }
    }
}
