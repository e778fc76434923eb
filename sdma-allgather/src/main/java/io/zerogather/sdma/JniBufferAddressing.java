package io.zerogather.sdma;

import io.zerogather.jni.NativeBridge;
import io.zerogather.spi.Availability;
import io.zerogather.spi.BufferAddressing;
import java.nio.ByteBuffer;

/** Addresses of direct buffers, by JNI. */
public final class JniBufferAddressing implements BufferAddressing {
    /** For the service loader. */
    public JniBufferAddressing() {}

    @Override
    public Availability availability() {
        return NativeCode.availability();
    }

    @Override
    public long addressOf(ByteBuffer buffer) {
        return NativeBridge.bufferAddress(buffer) + buffer.position();
    }
}
