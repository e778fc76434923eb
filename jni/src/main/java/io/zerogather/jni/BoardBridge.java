package io.zerogather.jni;

import org.jspecify.annotations.Nullable;

/**
 * The call board of one group on one machine, one to one with {@code zerogather_board.h}: every rank notes its calls
 * before it makes them and compares them with those of its peers, and nobody waits. It stands in for a meeting where the
 * caller must not block. Handles are raw: the caller owns their lifetime.
 *
 * <p>A rank's calls have the numbers 1, 2, 3, … in the order in which it posts them. The ranks' n-th calls must be
 * equal; whichever of two ranks posts its n-th call later sees that they differ and poisons the board, for all ranks
 * and for good. The board holds a rank's last 1024 calls; what has left it cannot be compared any more.
 *
 * <p>{@link #post} is for one thread at a time, {@link #destroy} for the last one; everything else is thread-safe. A
 * failure has its text in {@link NativeBridge#lastError()} of the same thread.
 */
public final class BoardBridge {
    /** A call that moves elements. */
    public static final int GATHER = 1;

    /** A call without elements. */
    public static final int EMPTY = 2;

    /** A call that this rank refused because of its arguments. */
    public static final int REFUSED = 3;

    private BoardBridge() {}

    /**
     * Loads the library, which is that of {@link NativeBridge}. Loading again costs nothing.
     *
     * @throws NativeLibraryException if it cannot be loaded, or is of another version
     */
    public static void load() {
        NativeBridge.load();
    }

    /**
     * Makes a group's board, as rank 0.
     *
     * @param ranks size of the group, at most 64
     * @param cookie two random numbers that name the job, the generation and this board
     * @param handle receives the four numbers by which the others attach
     * @return the board, 0 on failure
     */
    public static native long create(int ranks, long[] cookie, long[] handle);

    /**
     * Attaches to a group's board, as a rank other than 0.
     *
     * @param rank this rank
     * @param ranks size of the group
     * @param cookie the numbers rank 0 used
     * @param handle what rank 0 received
     * @return the board, 0 on failure
     */
    public static native long attach(int rank, int ranks, long[] cookie, long[] handle);

    /**
     * Starts to watch the peers' processes, after all ranks have attached.
     *
     * @param board handle
     * @return {@link NativeBridge#OK} or {@link NativeBridge#FAILED}
     */
    public static native int start(long board);

    /**
     * Frees the board of this rank. No other call may be running or follow.
     *
     * @param board handle
     */
    public static native void destroy(long board);

    /**
     * Notes this rank's next call and compares it with the peers' calls of the same number. Of calls of the kinds {@link
     * #EMPTY} and {@link #REFUSED} only the kind and the call number are compared.
     *
     * @param board handle
     * @param call the group's call number
     * @param elements elements per shard, or what the caller passed
     * @param dtype number of the element type
     * @param kind {@link #GATHER}, {@link #EMPTY} or {@link #REFUSED}
     * @param refusal why this rank refused the call, shown to the peers, cut to about 250 bytes; null for other kinds
     * @return {@link NativeBridge#OK}; {@link NativeBridge#POISONED} if the calls differ, or the board was poisoned
     *     before and the call has not been noted; {@link NativeBridge#FAILED} for an unknown kind
     */
    public static native int post(long board, long call, long elements, int dtype, int kind, @Nullable String refusal);

    /**
     * Notes that a call of this rank has completed. A call that has left the board is passed over.
     *
     * @param board handle
     * @param number which of this rank's calls, from 1
     */
    public static native void completed(long board, long number);

    /**
     * How many calls a rank has posted.
     *
     * @param board handle
     * @param rank any rank of the group
     * @return the number of its last call, 0 before the first; {@link NativeBridge#FAILED} if there is no such rank
     */
    public static native long posted(long board, int rank);

    /**
     * One call in words, for example {@code call 5, 24 elements of int32, in flight for 0.2 s}.
     *
     * @param board handle
     * @param rank any rank of the group
     * @param number which of its calls, from 1
     * @return the words, or null if the board does not hold the call
     */
    public static native @Nullable String described(long board, int rank, long number);

    /**
     * How far every rank is, for example {@code rank 0: 12 calls, last gather 12 of 24 int32; rank 1: 11 calls, …}.
     *
     * @param board handle
     * @return one line
     */
    public static native String positions(long board);

    /**
     * Poisons the board on all ranks. The first cause survives.
     *
     * @param board handle
     * @param cause why, cut to about 250 bytes
     * @return true if this is the cause now, false if there was one
     */
    public static native boolean poison(long board, String cause);

    /**
     * Whether the board is poisoned. Costs one load.
     *
     * @param board handle
     * @return true for good once any rank has poisoned it
     */
    public static native boolean isPoisoned(long board);

    /**
     * Why the board is poisoned.
     *
     * @param board handle
     * @return the first cause, or null if the board is not poisoned
     */
    public static native @Nullable String poisonText(long board);

    /**
     * Peers whose processes have ended without closing the board. Nobody is dead before {@link #start}.
     *
     * @param board handle
     * @return bit r for rank r
     */
    public static native long dead(long board);

    /**
     * Peers that have closed the board, whether their processes still run or not.
     *
     * @param board handle
     * @return bit r for rank r
     */
    public static native long closed(long board);

    /**
     * Tells the peers that this rank makes no more calls, so that its end is no death. Never waits.
     *
     * @param board handle
     */
    public static native void close(long board);
}
