package io.zerogather.sdma;

import io.zerogather.AllGatherException;
import io.zerogather.jni.NativeBridge;
import io.zerogather.spi.Availability;
import io.zerogather.spi.NativeEnvironment;

/** The process's native environment, by JNI. */
public final class JniNativeEnvironment implements NativeEnvironment {
    /** For the service loader. */
    public JniNativeEnvironment() {}

    @Override
    public boolean setIfAbsent(String name, String value) {
        Availability availability = NativeCode.availability();
        if (!availability.available()) {
            throw new AllGatherException(
                    AllGatherException.Category.SETUP,
                    "Cannot set " + name + " for native libraries: " + availability.reason());
        }
        return NativeBridge.setEnvironmentIfAbsent(name, value);
    }
}
