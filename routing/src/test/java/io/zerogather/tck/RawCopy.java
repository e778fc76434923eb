package io.zerogather.tck;

import io.zerogather.spi.Availability;
import io.zerogather.spi.LocalCopy;

/** Copies without a native library. */
public final class RawCopy implements LocalCopy {
    /** Stateless. */
    public RawCopy() {}

    @Override
    public Availability availability() {
        return Availability.yes();
    }

    @Override
    public void copy(long source, long destination, long bytes) {
        RawMemory.copy(source, destination, bytes);
    }
}
