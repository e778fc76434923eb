package io.zerogather.jni;

import java.nio.ByteBuffer;

/**
 * The functions of the native library {@code zerogather_jni}, one to one with {@code zerogather_core.h}. Handles and
 * addresses are raw: the callers in the backends own their lifetimes. A negative status has its text in {@link
 * #lastError()} of the same thread.
 */
public final class NativeBridge {
    /** Version of the native interface that this class was compiled against. */
    public static final int ABI_VERSION = 2;

    /** The call did what it was asked. */
    public static final int OK = 0;

    /** The gather is complete; its bytes went straight between users' memory. */
    public static final int DIRECT = 1;

    /** The gather is complete; its bytes went through transit slots. */
    public static final int STAGED = 2;

    /** The meeting sent the gather to the fallback because a rank records a graph. */
    public static final int CAPTURE = 3;

    /** The meeting sent this gather and all later ones to the fallback. */
    public static final int LEAVE = 4;

    /** The gather failed on every rank of the group, which works on. */
    public static final int REJECTED = -1;

    /** A peer has left the group. */
    public static final int CLOSED = -2;

    /** The group is dead. */
    public static final int POISONED = -3;

    /** This rank could not do what it was asked; the peers have not been told. */
    public static final int FAILED = -4;

    private NativeBridge() {}

    /**
     * Loads the library and checks that it fits this class. Loading again costs nothing.
     *
     * @throws NativeLibraryException if it cannot be loaded, or is of another version
     */
    public static void load() {
        NativeLibrary.load("zerogather_jni", ABI_VERSION, NativeBridge::abiVersion);
    }

    /**
     * Version of the loaded native library.
     *
     * @return the number that must equal {@link #ABI_VERSION}
     */
    public static native int abiVersion();

    /**
     * Text of the calling thread's last failure.
     *
     * @return never null
     */
    public static native String lastError();

    /**
     * Sets a variable of the process's native environment unless it is there, even if empty.
     *
     * @param name variable
     * @param value value
     * @return true if it was set
     */
    public static native boolean setEnvironmentIfAbsent(String name, String value);

    /**
     * Where a direct buffer starts.
     *
     * @param buffer a direct buffer
     * @return address of its first byte, whatever its position; 0 if it is not direct
     */
    public static native long bufferAddress(ByteBuffer buffer);

    /**
     * A direct buffer over memory that somebody else owns and keeps.
     *
     * @param address first byte
     * @param bytes length
     * @return the buffer, big-endian as all new buffers
     */
    public static native ByteBuffer view(long address, int bytes);

    /**
     * Makes a group's control block, as rank 0.
     *
     * @param ranks size of the group
     * @param cookie two random numbers that name the job and generation
     * @param timeoutNanos how long a gather may wait for a peer
     * @param handle receives the four numbers by which the others attach
     * @return the transport, 0 on failure
     */
    public static native long create(int ranks, long[] cookie, long timeoutNanos, long[] handle);

    /**
     * Attaches to a group's control block, as a rank other than 0.
     *
     * @param rank this rank
     * @param ranks size of the group
     * @param cookie the numbers rank 0 used
     * @param timeoutNanos how long a gather may wait for a peer
     * @param handle what rank 0 received
     * @return the transport, 0 on failure
     */
    public static native long attach(int rank, int ranks, long[] cookie, long timeoutNanos, long[] handle);

    /**
     * Starts to watch the peers, after all have attached.
     *
     * @param transport handle
     * @return {@link #OK} or {@link #FAILED}
     */
    public static native int start(long transport);

    /**
     * Runs one gather and blocks until it has ended. One thread at a time.
     *
     * @param transport handle
     * @param call the group's call number
     * @param output address of {@code [ranks × elements]}
     * @param input address of {@code [elements]}
     * @param elements elements per shard
     * @param dtype number of the element type
     * @param elementBytes size of one element
     * @param capturing whether the stream records a graph
     * @return {@link #DIRECT}, {@link #STAGED}, {@link #CAPTURE}, {@link #LEAVE} or a failure
     */
    public static native int gather(
            long transport,
            long call,
            long output,
            long input,
            long elements,
            int dtype,
            int elementBytes,
            boolean capturing);

    /**
     * Completes the meeting of a call that this rank refused. One thread at a time, together with gathers.
     *
     * @param transport handle
     * @param call the group's call number
     * @param elements what the caller passed
     * @param dtype number of the element type
     * @param why shown to the peers, cut to about 250 bytes
     * @return {@link #REJECTED}, as it must be, or what kept the peers from hearing of it
     */
    public static native int reject(long transport, long call, long elements, int dtype, String why);

    /**
     * Tells the peers that this rank's call went another way; never waits. One thread at a time, together with gathers.
     *
     * @param transport handle
     * @param call the group's call number
     */
    public static native void announce(long transport, long call);

    /**
     * Drops mappings that peers have retired. One thread at a time, together with gathers.
     *
     * @param transport handle
     */
    public static native void housekeep(long transport);

    /**
     * Tells the peers that nothing comes after a call. One thread at a time, together with gathers.
     *
     * @param transport handle
     * @param lastCall this rank's last call number
     */
    public static native void close(long transport, long lastCall);

    /**
     * Frees the transport and all of its pool memory. No other call may be running or follow.
     *
     * @param transport handle
     */
    public static native void destroy(long transport);

    /**
     * Allocates pool memory. Any thread.
     *
     * @param transport handle
     * @param bytes at least 1
     * @return address, 0 on failure
     */
    public static native long allocate(long transport, long bytes);

    /**
     * Frees pool memory. Any thread.
     *
     * @param transport handle
     * @param address what {@link #allocate} returned
     * @return {@link #OK} or {@link #FAILED}
     */
    public static native int free(long transport, long address);

    /**
     * Copies memory of this process.
     *
     * @param to address
     * @param from address
     * @param bytes length; the ranges may overlap
     */
    public static native void copy(long to, long from, long bytes);

    /**
     * Copies with the engine's streaming stores, to measure what the machine can do.
     *
     * @param to address
     * @param from address
     * @param bytes length; the ranges must not overlap
     */
    public static native void copyStreaming(long to, long from, long bytes);
}
