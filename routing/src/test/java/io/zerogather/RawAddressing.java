package io.zerogather;

import io.zerogather.spi.Availability;
import io.zerogather.spi.BufferAddressing;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;

/** Finds addresses without a native library, for the tests of this module only. */
public final class RawAddressing implements BufferAddressing {
    private final MethodHandle readLong;
    private final long addressOffset;

    /** Looked up by name: the compiler would warn of every use. */
    public RawAddressing() {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field instance = type.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            Object unsafe = instance.get(null);
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            readLong = lookup.bind(unsafe, "getLong", MethodType.methodType(long.class, Object.class, long.class));
            addressOffset =
                    (long) lookup.bind(unsafe, "objectFieldOffset", MethodType.methodType(long.class, Field.class))
                            .invoke(Buffer.class.getDeclaredField("address"));
        } catch (Throwable e) {
            throw new LinkageError("This JDK does not show where buffers lie", e);
        }
    }

    @Override
    public Availability availability() {
        return Availability.yes();
    }

    @Override
    public long addressOf(ByteBuffer buffer) {
        try {
            return (long) readLong.invoke((Object) buffer, addressOffset) + buffer.position();
        } catch (Throwable e) {
            throw new LinkageError("The address of a buffer cannot be read", e);
        }
    }
}
