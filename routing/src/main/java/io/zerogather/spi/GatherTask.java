package io.zerogather.spi;

import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.HostStream;
import io.zerogather.HostTask;
import io.zerogather.Work;

/**
 * A gather on the host stream: the one object that a backend makes for a call. It gives the router's uses of both buffers
 * back whatever becomes of the gather, before its waiters learn of it.
 */
public abstract class GatherTask extends HostTask {
    private final DeviceBuffer output;
    private final DeviceBuffer input;
    private final DataType dtype;
    private final long call;
    private final long elements;

    /**
     * A gather of one call; the arguments are those of {@link AllGatherBackend#submit}.
     *
     * @param stream the stream it will run on
     * @param call the group's call number
     * @param output {@code [size × elements]}
     * @param input {@code [elements]}
     * @param elements elements per shard
     * @param dtype element type
     */
    protected GatherTask(
            HostStream stream, long call, DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype) {
        super(stream);
        this.call = call;
        this.output = output;
        this.input = input;
        this.elements = elements;
        this.dtype = dtype;
    }

    /**
     * Moves the bytes, on the stream's worker thread.
     *
     * @throws InterruptedException if the worker is told to stop
     */
    protected abstract void gather() throws InterruptedException;

    /**
     * Lets another backend of the group do this gather, in the place of {@link #gather()}'s own copies.
     *
     * @param fallback the group's fallback
     * @throws io.zerogather.AllGatherException if it fails there
     */
    protected final void redirectTo(AllGatherBackend fallback) {
        // The fallback gives back one use of each; this gather keeps its own until it ends.
        boolean held = output.acquire() && input.acquire();
        assert held;
        Work inner = fallback.submit(call, output, input, elements, dtype, stream());
        boolean completed = inner.isCompleted();
        assert completed : "a host stream runs what its worker submits at once";
    }

    /**
     * The group's call number.
     *
     * @return equal on every rank for the same gather
     */
    protected final long call() {
        return call;
    }

    /**
     * Where all shards go.
     *
     * @return {@code [size × elements]}
     */
    protected final DeviceBuffer output() {
        return output;
    }

    /**
     * This rank's shard.
     *
     * @return {@code [elements]}
     */
    protected final DeviceBuffer input() {
        return input;
    }

    /**
     * Elements per shard.
     *
     * @return at least 1
     */
    protected final long elements() {
        return elements;
    }

    /**
     * Bytes per shard.
     *
     * @return at least 1
     */
    protected final long shardBytes() {
        return elements * dtype.bytes();
    }

    /**
     * Element type.
     *
     * @return the type
     */
    protected final DataType dtype() {
        return dtype;
    }

    @Override
    protected final void run() throws InterruptedException {
        try {
            gather();
        } finally {
            releaseBuffers();
        }
    }

    @Override
    protected final void refused() {
        releaseBuffers();
    }

    private void releaseBuffers() {
        output.release();
        input.release();
    }
}
