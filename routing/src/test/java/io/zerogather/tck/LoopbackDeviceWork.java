package io.zerogather.tck;

import io.zerogather.AllGatherException;
import io.zerogather.AllGatherException.Category;
import io.zerogather.DeviceBuffer;
import io.zerogather.DeviceStream;
import io.zerogather.Stream;
import io.zerogather.Work;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A gather on a stream of a fake GPU. */
final class LoopbackDeviceWork implements Work {
    private final FakeDeviceRuntime runtime;
    private final DeviceStream stream;
    private final DeviceBuffer output;
    private final DeviceBuffer input;
    private final Set<LoopbackDeviceWork> inFlight;
    private final long mark;
    private @Nullable AllGatherException failure;
    private boolean ended;

    LoopbackDeviceWork(
            FakeDeviceRuntime runtime,
            DeviceStream stream,
            DeviceBuffer output,
            DeviceBuffer input,
            Set<LoopbackDeviceWork> inFlight) {
        this.runtime = runtime;
        this.stream = stream;
        this.output = output;
        this.input = input;
        this.inFlight = inFlight;
        this.mark = runtime.openEvent(stream.device().index(), false);
    }

    /** What the gather does. */
    interface Kernel {
        void run() throws InterruptedException;
    }

    /** Queues the gather and the mark behind it. */
    synchronized void launch(Kernel kernel) {
        runtime.launch(stream.device().index(), stream.handle(), () -> end(failureOf(kernel)));
        runtime.record(stream.device().index(), mark, stream.handle());
    }

    private static @Nullable AllGatherException failureOf(Kernel kernel) {
        try {
            kernel.run();
            return null;
        } catch (AllGatherException e) {
            return e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new AllGatherException(Category.CLOSED, "the fake stream was stopped", e);
        }
    }

    private synchronized void end(@Nullable AllGatherException outcome) {
        runtime.closeEvent(stream.device().index(), mark);
        output.release();
        input.release();
        stream.release();
        inFlight.remove(this);
        failure = outcome;
        ended = true;
        notifyAll();
    }

    @Override
    public synchronized boolean isCompleted() {
        AllGatherException known = failure;
        if (known != null) {
            throw known.observed();
        }
        return ended;
    }

    @Override
    public boolean await(Duration timeout) throws InterruptedException {
        return awaitEnded(timeout.toNanos()) && isCompleted();
    }

    @Override
    public void await() throws InterruptedException {
        boolean completed = awaitEnded(RankThreads.LIMIT.toNanos()) && isCompleted();
        if (!completed) {
            throw new AssertionError("a gather that its deadline did not end");
        }
    }

    @Override
    public synchronized void waitOn(Stream other) {
        if (!isCompleted()) {
            DeviceStream waiting = (DeviceStream) other;
            runtime.waitFor(waiting.device().index(), waiting.handle(), mark);
        }
    }

    /** Waits for the end, whatever it is. */
    void awaitEnd(Duration timeout) {
        try {
            boolean unused = awaitEnded(timeout.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean awaitEnded(long limitNanos) throws InterruptedException {
        long start = System.nanoTime();
        while (!ended) {
            long left = limitNanos - (System.nanoTime() - start);
            if (left <= 0) {
                return false;
            }
            wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
        }
        return true;
    }
}
