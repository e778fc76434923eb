package io.zerogather.tck;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.nio.ByteBuffer;

/** Memory by address, for tests that must not depend on a native library. */
public final class RawMemory {
    private static final Access ACCESS = new Access();

    private RawMemory() {}

    static long allocate(long bytes) {
        return ACCESS.allocate(bytes);
    }

    static void free(long address) {
        ACCESS.free(address);
    }

    /**
     * Writes to any address.
     *
     * @param source what to write
     * @param destination first byte
     */
    public static void write(byte[] source, long destination) {
        ACCESS.copy(source, ACCESS.arrayBase, null, destination, source.length);
    }

    /**
     * Reads from any address.
     *
     * @param source first byte
     * @param bytes how many
     * @return a copy
     */
    public static byte[] read(long source, int bytes) {
        byte[] result = new byte[bytes];
        ACCESS.copy(null, source, result, ACCESS.arrayBase, bytes);
        return result;
    }

    static void copy(long source, long destination, long bytes) {
        ACCESS.copy(null, source, null, destination, bytes);
    }

    /** Reads a word that another thread may be writing. */
    static int readInt(long address) {
        return ACCESS.readInt(address);
    }

    /**
     * Where a buffer's position lies.
     *
     * @param buffer a direct buffer
     * @return its address
     */
    public static long addressOf(ByteBuffer buffer) {
        return ACCESS.addressOf(buffer) + buffer.position();
    }

    static void fill(long address, long bytes, byte value) {
        ACCESS.fill(address, bytes, value);
    }

    /** The JDK's own access to memory, looked up by name: the compiler would warn of every use. */
    private static final class Access {
        private final MethodHandle allocate;
        private final MethodHandle free;
        private final MethodHandle copy;
        private final MethodHandle fill;
        private final MethodHandle readInt;
        private final MethodHandle readLong;
        private final long arrayBase;
        private final long addressField;

        Access() {
            try {
                Class<?> type = Class.forName("sun.misc.Unsafe");
                Field instance = type.getDeclaredField("theUnsafe");
                instance.setAccessible(true);
                Object unsafe = instance.get(null);
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                allocate = lookup.bind(unsafe, "allocateMemory", MethodType.methodType(long.class, long.class));
                free = lookup.bind(unsafe, "freeMemory", MethodType.methodType(void.class, long.class));
                copy = lookup.bind(
                        unsafe,
                        "copyMemory",
                        MethodType.methodType(
                                void.class, Object.class, long.class, Object.class, long.class, long.class));
                fill = lookup.bind(
                        unsafe, "setMemory", MethodType.methodType(void.class, long.class, long.class, byte.class));
                readInt = lookup.bind(
                        unsafe, "getIntVolatile", MethodType.methodType(int.class, Object.class, long.class));
                readLong = lookup.bind(unsafe, "getLong", MethodType.methodType(long.class, Object.class, long.class));
                addressField =
                        (long) lookup.bind(unsafe, "objectFieldOffset", MethodType.methodType(long.class, Field.class))
                                .invoke(Buffer.class.getDeclaredField("address"));
                arrayBase = (int) lookup.bind(unsafe, "arrayBaseOffset", MethodType.methodType(int.class, Class.class))
                        .invoke(byte[].class);
            } catch (Throwable e) {
                throw new LinkageError("This JDK gives no access to memory by address", e);
            }
        }

        long allocate(long bytes) {
            return call(() -> (long) allocate.invoke(bytes));
        }

        void free(long address) {
            call(() -> {
                free.invoke(address);
                return 0L;
            });
        }

        void copy(Object source, long sourceOffset, Object destination, long destinationOffset, long bytes) {
            call(() -> {
                copy.invoke(source, sourceOffset, destination, destinationOffset, bytes);
                return 0L;
            });
        }

        void fill(long address, long bytes, byte value) {
            call(() -> {
                fill.invoke(address, bytes, value);
                return 0L;
            });
        }

        int readInt(long address) {
            return (int) call(() -> (int) readInt.invoke((Object) null, address));
        }

        long addressOf(ByteBuffer buffer) {
            return call(() -> (long) readLong.invoke((Object) buffer, addressField));
        }

        private static long call(Call body) {
            try {
                return body.run();
            } catch (Error | RuntimeException e) {
                throw e;
            } catch (Throwable e) {
                throw new LinkageError("Access to memory by address failed", e);
            }
        }

        private interface Call {
            long run() throws Throwable;
        }
    }
}
