package io.zerogather;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A range of memory that a backend may read or write: address and length, with what keeps it alive. Immutable. Java heap
 * arrays cannot be buffers because the collector moves them.
 */
public final class DeviceBuffer {
    private final long address;
    private final long bytes;
    private final Object owner;
    private final @Nullable Lifetime lifetime;
    private final @Nullable MemoryType memory;

    private DeviceBuffer(
            long address, long bytes, Object owner, @Nullable Lifetime lifetime, @Nullable MemoryType memory) {
        this.address = address;
        this.bytes = bytes;
        this.owner = owner;
        this.lifetime = lifetime;
        this.memory = memory;
    }

    /**
     * The remaining bytes of a direct buffer.
     *
     * @param memory a direct buffer; position and limit are read now
     * @return the buffer, which keeps {@code memory} alive
     * @throws IllegalArgumentException if the buffer lies on the Java heap
     * @throws AllGatherException if no backend's native library is there to find its address
     */
    public static DeviceBuffer of(ByteBuffer memory) {
        if (!memory.isDirect()) {
            throw new IllegalArgumentException("A heap buffer of " + memory.remaining()
                    + " bytes: use ByteBuffer.allocateDirect, heap memory moves");
        }
        int bytes = memory.remaining();
        long address = bytes == 0 ? 0 : BufferAddresses.addressOf(memory);
        return checked(address, bytes, memory, null, MemoryType.HOST);
    }

    /**
     * Memory at an address that the caller keeps valid, of the type that the router's plan has: nobody can check.
     *
     * @param address first byte; may be 0 only if {@code bytes} is 0
     * @param bytes length, not negative
     * @param owner an object that keeps the memory alive; held as long as this buffer is
     * @return the buffer
     * @throws IllegalArgumentException if the range is negative, null or wraps around
     */
    public static DeviceBuffer of(long address, long bytes, Object owner) {
        return checked(address, bytes, owner, null, null);
    }

    /**
     * Memory whose owner can end its lifetime, of the type that the router's plan has: nobody can check.
     *
     * @param address first byte; may be 0 only if {@code bytes} is 0
     * @param bytes length, not negative
     * @param owner an object that keeps the memory alive; held as long as this buffer is
     * @param lifetime what gathers in flight hold so that the owner cannot free the memory under them, or null
     * @return the buffer
     * @throws IllegalArgumentException if the range is negative, null or wraps around
     */
    public static DeviceBuffer of(long address, long bytes, Object owner, @Nullable Lifetime lifetime) {
        return checked(address, bytes, owner, lifetime, null);
    }

    /**
     * Memory of a known type whose owner can end its lifetime. A router of the other type refuses it.
     *
     * @param memory whose memory it is
     * @param address first byte; may be 0 only if {@code bytes} is 0
     * @param bytes length, not negative
     * @param owner an object that keeps the memory alive; held as long as this buffer is
     * @param lifetime what gathers in flight hold so that the owner cannot free the memory under them, or null
     * @return the buffer
     * @throws IllegalArgumentException if the range is negative, null or wraps around
     */
    public static DeviceBuffer of(
            MemoryType memory, long address, long bytes, Object owner, @Nullable Lifetime lifetime) {
        return checked(address, bytes, owner, lifetime, memory);
    }

    private static DeviceBuffer checked(
            long address, long bytes, Object owner, @Nullable Lifetime lifetime, @Nullable MemoryType memory) {
        Objects.requireNonNull(owner, "owner");
        if (bytes < 0) {
            throw new IllegalArgumentException("A buffer of " + bytes + " bytes: the length must not be negative");
        }
        if (address == 0 && bytes > 0) {
            throw new IllegalArgumentException(
                    "A buffer of " + bytes + " bytes at address 0: pass the address of memory that is allocated");
        }
        if (Long.compareUnsigned(address + bytes, address) < 0) {
            throw new IllegalArgumentException(
                    "A buffer of " + bytes + " bytes at 0x" + Long.toHexString(address) + " wraps around");
        }
        return new DeviceBuffer(address, bytes, owner, lifetime, memory);
    }

    /**
     * First byte.
     *
     * @return the address, 0 for an empty buffer without memory
     */
    public long address() {
        return address;
    }

    /**
     * Length.
     *
     * @return bytes
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Whose memory this is, if anybody knows.
     *
     * @return host or device; empty for memory at an address that the caller passed without a type
     */
    public Optional<MemoryType> memory() {
        return Optional.ofNullable(memory);
    }

    /** The GPU that the memory belongs to, if it was allocated here. */
    Optional<Device> device() {
        return owner instanceof DeviceMemory allocated ? Optional.of(allocated.device()) : Optional.empty();
    }

    /**
     * Whether the owner has ended the memory's lifetime.
     *
     * @return true once the memory may not be used any more
     */
    public boolean isClosed() {
        return lifetime != null && lifetime.ended();
    }

    /**
     * Part of this buffer with the same owner and lifetime.
     *
     * @param offsetBytes first byte, from the start of this buffer
     * @param lengthBytes length
     * @return the part
     * @throws IndexOutOfBoundsException if the part does not lie within this buffer
     */
    public DeviceBuffer slice(long offsetBytes, long lengthBytes) {
        Objects.checkFromIndexSize(offsetBytes, lengthBytes, bytes);
        return new DeviceBuffer(address + offsetBytes, lengthBytes, owner, lifetime, memory);
    }

    /**
     * Holds the memory for a gather in flight.
     *
     * @return false if its lifetime has ended
     */
    public boolean acquire() {
        return lifetime == null || lifetime.acquire();
    }

    /** Gives back what {@link #acquire()} took. */
    public void release() {
        if (lifetime != null) {
            lifetime.release();
        }
    }

    @Override
    public String toString() {
        String kind =
                owner instanceof ByteBuffer ? "ByteBuffer" : owner.getClass().getSimpleName();
        return bytes + " bytes at 0x" + Long.toHexString(address) + " (" + kind + ")";
    }
}
