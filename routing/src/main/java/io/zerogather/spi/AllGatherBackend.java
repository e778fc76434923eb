package io.zerogather.spi;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.Stream;
import io.zerogather.Work;

/**
 * One backend, opened for one group on one rank. The router serialises the calls of {@link #submit}; everything else is
 * thread-safe. A call that is submitted on every rank of the group, in the same order, delivers rank r's shard at
 * {@code output[r × elements … (r + 1) × elements)} on every rank, byte for byte.
 */
public interface AllGatherBackend extends AutoCloseable {
    /**
     * How the bytes move.
     *
     * @return the engine's name in logs and metrics, for example {@code host} or {@code gloo}
     */
    String engine();

    /**
     * Queues one gather and returns without waiting for peers. The router has validated the arguments. The shard may be
     * its own slice of the output (in place) or overlap the output in any other way.
     *
     * <p>The caller has acquired one use of each buffer ({@link DeviceBuffer#acquire()}) and passes both on: the backend
     * releases each exactly once in every outcome, also if this method throws, and before the work's waiters learn of its
     * end. {@link GatherTask} does that. Who passes a gather on to another backend acquires again for it.
     *
     * <p>The stream is the router's host stream or, where the group's memory is a GPU's, any {@link
     * io.zerogather.DeviceStream} of its device. Of the latter the backend takes a use itself, for as long as it needs the
     * handle, and fails the gather if it is closed.
     *
     * @param call the group's call number, equal on every rank for the same gather; starts at 1 and grows
     * @param output {@code [size × elements]} of {@code dtype}
     * @param input {@code [elements]} of {@code dtype}, at least one element
     * @param elements elements per shard
     * @param dtype element type
     * @param stream the stream to order the gather on
     * @return the gather in flight; a failure before or during it is thrown from the work
     */
    Work submit(long call, DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Stream stream);

    /**
     * Learns that this rank's call moves nothing here: it is empty, or this rank refused it. A backend that compares the
     * ranks' calls lets its peers know. Serialised with {@link #submit}, never waits for a peer.
     *
     * @param call the group's call number
     * @param elements what the caller passed
     * @param dtype what the caller passed
     * @param refusal what was wrong with the call, or empty if it has no elements
     */
    default void skip(long call, long elements, DataType dtype, String refusal) {}

    /**
     * Ends the group at once because it is dead, or WORLD is: gathers in flight fail with the cause. Called at most once, from
     * any thread, also from one that is reporting the cause to the {@link GatherRecorder}. Returns without waiting.
     *
     * @param cause why the group is dead
     */
    default void abort(AllGatherException cause) {}

    /**
     * Leaves the group. What was queued on the router's own streams has ended before the router calls this, unless that took
     * longer than the group's timeout. A gather may still be in flight on another stream of a GPU: the backend waits for its
     * own, for at most the group's timeout, and then ends them. Never waits for a peer longer than that; closing again changes
     * nothing.
     */
    @Override
    void close();
}
