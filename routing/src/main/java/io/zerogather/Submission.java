package io.zerogather;

import io.zerogather.metrics.GatherCounters;
import io.zerogather.metrics.RouterMeters;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Submits gathers, one at a time: the order over all groups and both backends is the order of this lock, so a rank whose
 * callers agree on an order keeps it.
 */
final class Submission {
    /** One gather in this many has its duration measured: that may wake the worker, which costs microseconds. */
    private static final int SAMPLE = 512;

    private final ReentrantLock lock = new ReentrantLock();
    private final GatherStreams streams;
    private final GatherCounters counters;
    private final RouterMeters meters;
    private final Poison worldPoison;
    private int sinceSample;
    private boolean closed;

    Submission(GatherStreams streams, GatherCounters counters, RouterMeters meters, Poison worldPoison) {
        this.streams = streams;
        this.counters = counters;
        this.meters = meters;
        this.worldPoison = worldPoison;
    }

    Work submit(
            @Nullable Group group,
            DeviceBuffer output,
            DeviceBuffer input,
            long elements,
            DataType dtype,
            Stream stream) {
        if (streams.isInsideOperation()) {
            throw new IllegalStateException("A gather was submitted from an operation that runs on a stream;"
                    + " submit it from another thread, since it would have to wait for itself");
        }
        if (group == null) {
            throw new AllGatherException(
                    AllGatherException.Category.REJECTED, "The group is null; pass world() or a group of newGroup");
        }
        Channel channel = group.channelFor(this);
        String problem = CallCheck.problem(output, input, elements, dtype, group.size(), stream, streams);
        long start = System.nanoTime();
        lock.lock();
        try {
            check(channel);
            if (problem == null) {
                problem = CallCheck.hold(output, input);
            }
            if (problem != null) {
                throw rejected(group, channel, elements, dtype, problem, stream);
            }
            Reason reason = channel.route(elements, dtype);
            Work work = channel.submit(reason, output, input, elements, dtype, stream);
            long nanos = System.nanoTime() - start;
            counters.submitted(reason, dtype, output.bytes(), nanos);
            if (++sinceSample >= SAMPLE) {
                sample(reason, start, stream);
            }
            return work;
        } finally {
            lock.unlock();
        }
    }

    /** Runs something while no gather is submitted. */
    <T> T exclusively(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    /** Refuses calls from now on. Calls that are being submitted end first. */
    void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    private void check(Channel channel) {
        if (closed) {
            throw new AllGatherException(
                    AllGatherException.Category.CLOSED, "The router is closed; open a new one to go on");
        }
        worldPoison.check();
        channel.poison().check();
    }

    private AllGatherException rejected(
            Group group,
            Channel channel,
            long elements,
            @Nullable DataType dtype,
            String problem,
            @Nullable Stream stream) {
        String message = "Gather on " + group.name() + " refused on rank " + group.rank() + ": " + problem;
        AllGatherException refusal = new AllGatherException(AllGatherException.Category.REJECTED, message);
        // The peers' meeting needs some type and stream, whatever the caller left out.
        DataType shownType = dtype == null ? DataType.UINT8 : dtype;
        counters.submitted(Reason.REJECTED, shownType, 0, 0);
        try {
            channel.reject(elements, shownType, message, streams.usable(stream));
        } catch (AllGatherException e) {
            refusal.addSuppressed(e);
        }
        return refusal;
    }

    private void sample(Reason reason, long start, Stream stream) {
        HostStream hostStream = streams.hostStream();
        if (stream instanceof DeviceStream deviceStream) {
            sinceSample = 0;
            DeviceSample.queue(deviceStream, start, nanos -> meters.completed(reason, nanos));
        } else if (stream == hostStream) {
            sinceSample = 0;
            hostStream.enqueue(new DurationSample(hostStream, meters, reason, start));
        }
    }

    /** Runs right after a gather. */
    private static final class DurationSample extends HostTask {
        private final RouterMeters meters;
        private final Reason reason;
        private final long start;

        DurationSample(HostStream stream, RouterMeters meters, Reason reason, long start) {
            super(stream);
            this.meters = meters;
            this.reason = reason;
            this.start = start;
        }

        @Override
        protected void run() {
            meters.completed(reason, System.nanoTime() - start);
        }
    }
}
