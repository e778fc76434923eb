package io.zerogather.harness.bench;

import io.zerogather.DeviceBuffer;
import io.zerogather.sdma.measure.StreamingCopy;

/** The streaming copy of engine {@code host}. */
final class NativeCopy {
    private NativeCopy() {}

    static void streaming(DeviceBuffer destination, DeviceBuffer source) {
        StreamingCopy.copy(destination.address(), source.address(), source.bytes());
    }
}
