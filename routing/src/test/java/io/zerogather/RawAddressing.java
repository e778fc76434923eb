package io.zerogather;

import io.zerogather.spi.Availability;
import io.zerogather.spi.BufferAddressing;
import io.zerogather.tck.RawMemory;
import java.nio.ByteBuffer;

/** Finds addresses without a native library, for the tests of this module only. */
public final class RawAddressing implements BufferAddressing {
    /** For the service loader. */
    public RawAddressing() {}

    @Override
    public Availability availability() {
        return Availability.yes();
    }

    @Override
    public long addressOf(ByteBuffer buffer) {
        return RawMemory.addressOf(buffer);
    }
}
