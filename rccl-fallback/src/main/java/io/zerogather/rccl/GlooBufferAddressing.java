package io.zerogather.rccl;

import io.zerogather.jni.GlooBridge;
import io.zerogather.spi.Availability;
import io.zerogather.spi.BufferAddressing;
import java.nio.ByteBuffer;

/** Finds the address of direct buffers with the Gloo library, for ranks that have no other. Thread-safe. */
public final class GlooBufferAddressing implements BufferAddressing {
    /** Called by {@link java.util.ServiceLoader}. */
    public GlooBufferAddressing() {}

    @Override
    public Availability availability() {
        return GlooLibrary.availability();
    }

    @Override
    public long addressOf(ByteBuffer buffer) {
        return GlooBridge.addressOf(buffer) + buffer.position();
    }
}
