package io.zerogather.harness.bench;

import io.zerogather.DeviceBuffer;
import io.zerogather.jni.NativeBridge;

/** The streaming copy of engine {@code host}. */
final class NativeCopy {
    private NativeCopy() {}

    static void streaming(DeviceBuffer destination, DeviceBuffer source) {
        NativeBridge.load();
        NativeBridge.copyStreaming(destination.address(), source.address(), source.bytes());
    }
}
