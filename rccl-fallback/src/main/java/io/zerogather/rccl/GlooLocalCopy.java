package io.zerogather.rccl;

import io.zerogather.jni.GlooBridge;
import io.zerogather.spi.Availability;
import io.zerogather.spi.LocalCopy;

/** Copies memory with the Gloo library, for ranks that have no other. Thread-safe. */
public final class GlooLocalCopy implements LocalCopy {
    /** Called by {@link java.util.ServiceLoader}. */
    public GlooLocalCopy() {}

    @Override
    public Availability availability() {
        return GlooLibrary.availability();
    }

    @Override
    public void copy(long source, long destination, long bytes) {
        GlooBridge.copy(source, destination, bytes);
    }
}
