package io.zerogather.rccl.communicator;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.DeviceMemory;
import io.zerogather.DeviceStream;
import io.zerogather.Stream;
import io.zerogather.Work;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One gather on a device's stream: the work that the caller holds. It holds a use of both buffers and of the stream until
 * its end, which two events mark; {@link InFlight} looks at them.
 */
final class DeviceGather implements Work {
    private static final Logger LOGGER = LoggerFactory.getLogger(DeviceGather.class);
    private static final byte PENDING = 0;
    private static final byte DONE = 1;
    private static final byte FAILED = 2;
    private static final byte RECORDED = 3;
    private static final long SPIN_NANOS = 50_000;
    private static final long NAP_NANOS = 100_000;

    private final InFlight inFlight;
    private final DeviceStream stream;
    private final DeviceBuffer output;
    private final DeviceBuffer input;
    private final DataType dtype;
    private final long call;
    private final long elements;
    private @Nullable EventPair events;
    private @Nullable DeviceMemory copiedShard;
    private @Nullable AllGatherException failure;
    private long note;
    private boolean launched;
    private volatile byte state;

    DeviceGather(
            InFlight inFlight,
            DeviceStream stream,
            long call,
            DeviceBuffer output,
            DeviceBuffer input,
            long elements,
            DataType dtype) {
        this.inFlight = inFlight;
        this.stream = stream;
        this.call = call;
        this.output = output;
        this.input = input;
        this.elements = elements;
        this.dtype = dtype;
    }

    DeviceStream stream() {
        return stream;
    }

    long call() {
        return call;
    }

    long elements() {
        return elements;
    }

    DataType dtype() {
        return dtype;
    }

    long shardBytes() {
        return elements * dtype.bytes();
    }

    DeviceBuffer output() {
        return output;
    }

    DeviceBuffer input() {
        return input;
    }

    /** The number of its note on the group's signals. */
    long note() {
        return note;
    }

    void noted(long number) {
        note = number;
    }

    /** The marks around it on its stream; null before it is queued and after it has ended. */
    @Nullable
    EventPair events() {
        return events;
    }

    void marked(EventPair pair) {
        events = pair;
    }

    /** Notes that the library has queued it: from now on the device uses its memory. */
    void launched() {
        launched = true;
    }

    boolean isLaunched() {
        return launched;
    }

    /** Keeps a copy of the shard until the gather has ended. */
    void keep(DeviceMemory copy) {
        copiedShard = copy;
    }

    boolean isPending() {
        return state == PENDING;
    }

    /** Ends it well. The device is done with all memory. */
    void complete() {
        release();
        state = DONE;
    }

    /** Makes it part of a graph: for the CPU there is nothing to wait for. */
    void recorded() {
        release();
        state = RECORDED;
    }

    /**
     * Ends it with a failure.
     *
     * @param cause why
     * @param memoryIsFree whether the device is done with all memory; if not, {@link #release()} comes later
     */
    void fail(AllGatherException cause, boolean memoryIsFree) {
        if (memoryIsFree) {
            release();
        }
        failure = cause;
        state = FAILED;
    }

    /** Gives back what it holds; once. */
    void release() {
        events = null;
        output.release();
        input.release();
        stream.release();
        DeviceMemory copy = copiedShard;
        if (copy != null) {
            free(copy);
        }
    }

    private static void free(DeviceMemory copy) {
        try {
            copy.close();
        } catch (AllGatherException e) {
            LOGGER.warn("A copy of a shard could not be freed", e); // no reason to fail the gather
        }
    }

    @Override
    public boolean isCompleted() {
        byte now = state;
        if (now == PENDING) {
            inFlight.settle(this);
            now = state;
        }
        if (now == FAILED) {
            throw failed();
        }
        return now == DONE || now == RECORDED;
    }

    @Override
    public boolean await(Duration timeout) throws InterruptedException {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("A timeout of " + timeout + ": it must not be negative");
        }
        return awaitNanos(nanos(timeout));
    }

    @Override
    public void await() throws InterruptedException {
        boolean completed = awaitNanos(Long.MAX_VALUE);
        assert completed;
    }

    private boolean awaitNanos(long limitNanos) throws InterruptedException {
        long start = System.nanoTime();
        while (!isCompleted()) {
            long elapsed = System.nanoTime() - start;
            if (elapsed >= limitNanos) {
                return false;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for gather " + call);
            }
            if (elapsed < SPIN_NANOS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(this, NAP_NANOS);
            }
        }
        return true;
    }

    @Override
    public void waitOn(Stream other) {
        if (state == FAILED) {
            throw failed();
        }
        if (other == stream) {
            return; // what comes later on a stream is ordered already
        }
        if (!(other instanceof DeviceStream consumer)) {
            throw new IllegalArgumentException("A gather of device memory cannot order " + other
                    + ": pass a DeviceStream, or await the work and then submit");
        }
        if (state == RECORDED) {
            throw new IllegalStateException("Gather " + call + " is part of the graph that " + stream
                    + " records; order " + other + " behind that stream with an event of the graph");
        }
        inFlight.order(consumer, this);
    }

    private AllGatherException failed() {
        AllGatherException cause = failure;
        assert cause != null;
        return cause.observed();
    }

    private static long nanos(Duration timeout) {
        try {
            return timeout.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }
}
