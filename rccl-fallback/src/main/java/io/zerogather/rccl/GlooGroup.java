package io.zerogather.rccl;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.zerogather.jni.GlooBridge;
import io.zerogather.rendezvous.Deadline;
import java.util.List;

/**
 * This rank's end of a group's connections. One gather at a time; {@link #close} may come at any time: it makes the gather
 * that runs fail, and that gather's thread frees the native group. Thread-safe.
 */
final class GlooGroup implements AutoCloseable {
    /** The answer of a gather that went well. */
    private static final long[] SAME_CALLS = {};

    private final long handle;
    private boolean inUse;
    private boolean closed;

    private GlooGroup(long handle) {
        this.handle = handle;
    }

    /**
     * Starts to listen for the peers.
     *
     * @throws GlooException if the address cannot be used
     */
    static GlooGroup listen(int rank, List<Integer> worldRanks, BindAddress address) {
        long handle = GlooBridge.open(
                rank,
                worldRanks.stream().mapToInt(Integer::intValue).toArray(),
                address.host().getBytes(UTF_8),
                address.networkInterface().getBytes(UTF_8));
        if (handle == 0) {
            throw new GlooException(GlooBridge.lastError());
        }
        return new GlooGroup(handle);
    }

    /** Where this rank listens for each member; only before the group is connected. */
    byte[] addresses() {
        byte[] addresses = GlooBridge.addresses(handle);
        if (addresses == null) {
            throw new GlooException(GlooBridge.lastError());
        }
        return addresses;
    }

    /**
     * Connects to the peers; only once, before the first gather.
     *
     * @param addresses where each member listens for this rank
     * @throws GlooException if a peer does not connect in time
     */
    void connect(byte[] addresses, Deadline deadline) {
        if (GlooBridge.connect(handle, addresses, deadline.remaining().toMillis()) != GlooBridge.DONE) {
            throw new GlooException(GlooBridge.lastError());
        }
    }

    /**
     * Gathers as {@link GlooBridge#gather} does.
     *
     * @return empty if the gather went well; else the members' calls, which differ, as {@link GlooBridge#calls} lists them
     * @throws GlooException if it failed, or the group was closed
     */
    long[] gather(long call, int dtype, long output, long input, long bytes, boolean guarded, long timeoutMillis) {
        enter();
        try {
            int status = GlooBridge.gather(handle, call, dtype, output, input, bytes, guarded, timeoutMillis);
            if (status == GlooBridge.DONE) {
                return SAME_CALLS;
            }
            long[] calls = status == GlooBridge.DIFFERENT ? GlooBridge.calls(handle) : null;
            if (calls == null) {
                throw new GlooException(GlooBridge.lastError());
            }
            return calls;
        } finally {
            leave();
        }
    }

    /** Whether {@link #close} has been called. */
    synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (inUse) {
            GlooBridge.abort(handle);
        } else {
            GlooBridge.close(handle);
        }
    }

    private synchronized void enter() {
        if (closed) {
            throw new GlooException("the group is closed");
        }
        inUse = true;
    }

    private synchronized void leave() {
        inUse = false;
        if (closed) {
            GlooBridge.close(handle);
        }
    }
}
