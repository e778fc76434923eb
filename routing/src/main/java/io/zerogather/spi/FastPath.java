package io.zerogather.spi;

import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.PoolMemory;
import io.zerogather.Reason;
import io.zerogather.Stream;
import io.zerogather.Work;

/**
 * The backend that moves bytes by copy engines after a meeting of all ranks. A meeting may send a gather to the group's
 * fallback, which the fast path got when it was opened; it then calls {@link AllGatherBackend#submit} of the fallback in
 * the place of its own copies.
 */
public interface FastPath extends AllGatherBackend {
    /**
     * Queues a gather whose meeting carries flags.
     *
     * @param call the group's call number
     * @param output {@code [size × elements]}
     * @param input {@code [elements]}
     * @param elements elements per shard
     * @param dtype element type
     * @param stream the stream to order the gather on
     * @param capturing true if the stream records a graph: all ranks then use the fallback for this gather
     * @return the gather in flight
     */
    Work submit(
            long call,
            DeviceBuffer output,
            DeviceBuffer input,
            long elements,
            DataType dtype,
            Stream stream,
            boolean capturing);

    @Override
    default Work submit(
            long call, DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Stream stream) {
        return submit(call, output, input, elements, dtype, stream, stream.isCapturing());
    }

    /**
     * Tells the peers, without waiting, that this rank's call went another way, so that a peer that took the fast path
     * for the same call fails at once and names both. Ordered on the stream before the call itself.
     *
     * @param call the group's call number
     * @param reason why this rank did not take the fast path
     * @param stream the stream that the call will be ordered on
     */
    void announce(long call, Reason reason, Stream stream);

    /**
     * Completes the meeting of a call that this rank refused, so that the peers' gathers fail with the message instead
     * of timing out.
     *
     * @param call the group's call number
     * @param elements what the caller passed
     * @param dtype what the caller passed
     * @param message what was wrong with the call, at most about 200 bytes are shown to peers
     * @param stream the stream that the call was meant for
     */
    void reject(long call, long elements, DataType dtype, String message, Stream stream);

    /**
     * Allocates pool memory, local to this rank; peers map it at the next meeting.
     *
     * @param bytes length, at least 1
     * @return the memory
     * @throws io.zerogather.AllGatherException if it cannot be had
     */
    PoolMemory allocate(long bytes);

    /**
     * What this group has done so far.
     *
     * @return a snapshot
     */
    FastPathCounters counters();
}
