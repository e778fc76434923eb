package io.zerogather;

import io.zerogather.spi.DeviceRuntime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A gather of one rank on a stream of a GPU. Whoever notices its end first, the monitor or a waiter, gives back what it held. */
final class DeviceCopy implements Work, DeviceMonitor.Watched {
    private final DeviceStream stream;
    private final DeviceBuffer output;
    private final DeviceBuffer input;
    private final long mark;
    private final long scratch;
    private final Runnable onEnd;
    private @Nullable AllGatherException failure;
    private volatile boolean ended;

    private DeviceCopy(
            DeviceStream stream, DeviceBuffer output, DeviceBuffer input, long mark, long scratch, Runnable onEnd) {
        this.stream = stream;
        this.output = output;
        this.input = input;
        this.mark = mark;
        this.scratch = scratch;
        this.onEnd = onEnd;
    }

    /**
     * Queues the copy. The caller has acquired a use of each buffer, which the work gives back.
     *
     * @param onEnd called once when it has ended
     */
    static DeviceCopy queue(DeviceStream stream, DeviceBuffer output, DeviceBuffer input, Runnable onEnd) {
        if (!stream.acquire()) {
            throw new AllGatherException(
                    AllGatherException.Category.CLOSED, "A gather was submitted to a closed " + stream);
        }
        Device device = stream.device();
        DeviceRuntime runtime = device.runtime();
        long mark = 0;
        long scratch = 0;
        try {
            mark = runtime.openEvent(device.index(), false);
            scratch = copy(stream, output, input);
            runtime.record(device.index(), mark, stream.handle());
            return new DeviceCopy(stream, output, input, mark, scratch, onEnd);
        } catch (RuntimeException | Error e) {
            // A copy may be running: scratch memory stays allocated, the failure is the device's.
            stream.release();
            if (mark != 0) {
                runtime.closeEvent(device.index(), mark);
            }
            throw e;
        }
    }

    /** Copies the shard to its slot; one that lies across it goes by scratch memory, whose address is returned. */
    private static long copy(DeviceStream stream, DeviceBuffer output, DeviceBuffer input) {
        DeviceRuntime runtime = stream.device().runtime();
        int device = stream.device().index();
        long bytes = input.bytes();
        long distance = Math.abs(output.address() - input.address());
        if (distance == 0) {
            return 0;
        }
        if (distance >= bytes) {
            runtime.copy(device, output.address(), input.address(), bytes, stream.handle());
            return 0;
        }
        long scratch = runtime.allocate(device, bytes);
        runtime.copy(device, scratch, input.address(), bytes, stream.handle());
        runtime.copy(device, output.address(), scratch, bytes, stream.handle());
        return scratch;
    }

    @Override
    public boolean settled() {
        if (ended) {
            return true;
        }
        synchronized (this) {
            if (!ended && reached()) {
                end();
            }
            return ended;
        }
    }

    private boolean reached() {
        try {
            return stream.device().runtime().isReached(stream.device().index(), mark);
        } catch (AllGatherException e) {
            failure = new AllGatherException(AllGatherException.Category.FATAL, String.valueOf(e.getMessage()), e);
            return true;
        }
    }

    private void end() {
        DeviceRuntime runtime = stream.device().runtime();
        int device = stream.device().index();
        try {
            runtime.closeEvent(device, mark);
            if (scratch != 0) {
                runtime.free(device, scratch);
            }
        } catch (AllGatherException e) {
            failure = failure == null ? e : failure;
        }
        output.release();
        input.release();
        stream.release();
        ended = true;
        onEnd.run();
    }

    @Override
    public boolean isCompleted() {
        if (!settled()) {
            return false;
        }
        AllGatherException known = failure;
        if (known != null) {
            throw known.observed();
        }
        return true;
    }

    @Override
    public boolean await(Duration timeout) throws InterruptedException {
        return DevicePolling.await(this::isCompleted, HostTask.limitNanos(timeout));
    }

    @Override
    public void await() throws InterruptedException {
        boolean completed = DevicePolling.await(this::isCompleted, Long.MAX_VALUE);
        assert completed;
    }

    @Override
    public void waitOn(Stream other) {
        boolean completed = isCompleted();
        DeviceStream waiting = DeviceOrder.sameRuntime(stream.device(), other);
        if (completed || waiting.isSameAs(stream)) {
            return;
        }
        synchronized (this) {
            if (!ended) {
                stream.device().runtime().waitFor(waiting.device().index(), waiting.handle(), mark);
            }
        }
    }
}
