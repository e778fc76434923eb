package io.zerogather.jni;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The functions of the library that serves gathers over Gloo. A group is a number that {@link #open} returns and
 * {@link #close} ends; using it after that, or two functions of one group at a time (but {@link #abort}), is undefined.
 * No function throws: where one reports a failure, {@link #lastError} of the same thread says why. The other functions
 * may be called only after {@link #load}.
 */
public final class GlooBridge {
    /** Version of the native interface that this class was compiled against. */
    public static final int ABI_VERSION = 1;

    /** The call did what it should. */
    public static final int DONE = 0;
    /** The ranks' calls differ, see {@link #calls}; nothing has moved and the group works on. */
    public static final int DIFFERENT = 1;
    /** The call failed, and every later one will. */
    public static final int FAILED = 2;

    private GlooBridge() {}

    /**
     * Loads the library.
     *
     * @throws NativeLibraryException if it cannot be used on this rank, for example because Gloo is not installed
     */
    public static void load() {
        NativeLibrary.load("zerogather_gloo", ABI_VERSION, GlooBridge::abiVersion);
    }

    /**
     * Version of the loaded library.
     *
     * @return the number that must equal {@link #ABI_VERSION}
     */
    public static native int abiVersion();

    /**
     * Address of a direct buffer's first byte, whatever its position.
     *
     * @param buffer a direct buffer
     * @return the address
     */
    public static native long addressOf(ByteBuffer buffer);

    /**
     * Copies memory within this process.
     *
     * @param source address of the first byte to read
     * @param destination address of the first byte to write
     * @param bytes how many, not negative; the ranges may overlap
     */
    public static native void copy(long source, long destination, long bytes);

    /**
     * Why this thread's last function failed.
     *
     * @return ASCII text, empty if none has failed
     */
    public static native String lastError();

    /**
     * Starts a group on this rank: listens for every peer.
     *
     * @param rank this rank in the group
     * @param worldRanks the members' ranks in WORLD, by their rank in the group
     * @param host numeric address to listen on, UTF-8; empty to use the interface
     * @param networkInterface interface to listen on, UTF-8; empty to use the host
     * @return the group, or 0 if it could not be started
     */
    public static native long open(int rank, int[] worldRanks, byte[] host, byte[] networkInterface);

    /**
     * Where this rank listens for each peer.
     *
     * @param group a group
     * @return as many addresses as the group has ranks, of equal length in rank order, or null if memory ran out
     */
    public static native byte @Nullable [] addresses(long group);

    /**
     * Connects the group. Blocks.
     *
     * @param group a group that is not connected
     * @param addresses where each peer listens for this rank, in rank order, each of the length that {@link #addresses}
     *     uses
     * @param timeoutMillis when to give up, from now
     * @return {@link #DONE} or {@link #FAILED}
     */
    public static native int connect(long group, byte[] addresses, long timeoutMillis);

    /**
     * Gathers. Blocks.
     *
     * @param group a connected group
     * @param call the group's call number
     * @param dtype code of the element type
     * @param output address of {@code size × bytes} bytes
     * @param input address of {@code bytes} bytes; may overlap the output
     * @param bytes length of one shard
     * @param guard true to compare the ranks' calls first
     * @param timeoutMillis when to give up, from now
     * @return {@link #DONE}, {@link #DIFFERENT} or {@link #FAILED}
     */
    public static native int gather(
            long group, long call, int dtype, long output, long input, long bytes, boolean guard, long timeoutMillis);

    /**
     * The calls of a gather that was {@link #DIFFERENT}.
     *
     * @param group a group
     * @return (call, bytes, dtype) of each rank in rank order, or null if memory ran out
     */
    public static native long @Nullable [] calls(long group);

    /**
     * Makes the function that blocks in the group fail soon. May be called while another thread is inside.
     *
     * @param group a group
     */
    public static native void abort(long group);

    /**
     * Leaves the group and frees it. Does not wait for peers.
     *
     * @param group a group that no function is inside of
     */
    public static native void close(long group);
}
