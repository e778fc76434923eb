package io.zerogather;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One operation on a {@link HostStream}, which is at once its queue entry and its {@link Work}: a gather on the host
 * costs one object.
 */
public abstract class HostTask implements Work {
    private static final int PENDING = 0;
    private static final int DONE = 1;
    private static final int FAILED = 2;
    private static final long SPIN_NANOS = 50_000;

    private final HostStream stream;
    private @Nullable AllGatherException failure;
    /** Starts as {@link #PENDING} without a write, which would be a fence in every submission. */
    private volatile int state;

    private volatile boolean awaited;

    /**
     * An operation for one stream; {@link HostStream#enqueue(HostTask)} starts it.
     *
     * @param stream the stream it will run on
     */
    protected HostTask(HostStream stream) {
        this.stream = stream;
    }

    /**
     * Does the work, on the stream's worker thread. Whatever it throws fails this work and nothing else.
     *
     * @throws InterruptedException if the worker is told to stop
     */
    protected abstract void run() throws InterruptedException;

    /** Called in the place of {@link #run()} if the stream refuses the operation because it is closed. */
    protected void refused() {}

    /**
     * The stream that this operation was made for.
     *
     * @return the stream
     */
    protected final HostStream stream() {
        return stream;
    }

    /** Runs on the worker and keeps the outcome. */
    final void execute() {
        AllGatherException outcome = null;
        try {
            run();
        } catch (Throwable e) { // all of them: the worker must live on
            outcome = ActionFailure.of(e, "host stream");
        }
        complete(outcome);
    }

    private void complete(@Nullable AllGatherException outcome) {
        failure = outcome;
        state = outcome == null ? DONE : FAILED;
        if (awaited) {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    @Override
    public final boolean isCompleted() {
        int now = state;
        if (now == FAILED) {
            throw failed();
        }
        return now == DONE;
    }

    @Override
    public final boolean await(Duration timeout) throws InterruptedException {
        return awaitNanos(limitNanos(timeout));
    }

    @Override
    public final void await() throws InterruptedException {
        boolean completed = awaitNanos(Long.MAX_VALUE);
        assert completed;
    }

    @Override
    public final void waitOn(Stream other) {
        boolean unused = isCompleted();
        if (other == stream) {
            return; // a stream is a queue: what comes later on it is ordered already
        }
        if (!(other instanceof HostStream host)) {
            throw new IllegalArgumentException("A gather of host memory cannot order " + other
                    + ": pass a HostStream, or await the work and then submit");
        }
        host.enqueue(new WaitTask(host, this));
    }

    private boolean awaitNanos(long limitNanos) throws InterruptedException {
        if (stream.isWorker() && state == PENDING) {
            throw new IllegalStateException(
                    "Waiting on the host stream's own worker for an operation queued behind it would never end");
        }
        long start = System.nanoTime();
        while (!isCompleted()) {
            long elapsed = System.nanoTime() - start;
            if (elapsed >= limitNanos) {
                return false;
            }
            if (elapsed >= SPIN_NANOS) {
                return sleep(start, limitNanos);
            }
            stream.pause();
        }
        return true;
    }

    private synchronized boolean sleep(long start, long limitNanos) throws InterruptedException {
        awaited = true;
        while (!isCompleted()) {
            long left = limitNanos - (System.nanoTime() - start);
            if (left <= 0) {
                return false;
            }
            // A bounded nap: a lost notification would cost a moment, never a hang.
            wait(Math.min(left / 1_000_000 + 1, 100));
        }
        return true;
    }

    private AllGatherException failed() {
        AllGatherException cause = failure;
        assert cause != null;
        return cause.observed();
    }

    /** The length of a wait. */
    static long limitNanos(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("A timeout of " + timeout + ": it must not be negative");
        }
        return saturatedNanos(timeout);
    }

    static long saturatedNanos(Duration timeout) {
        try {
            return timeout.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    /** Keeps one stream waiting for a task of another. */
    private static final class WaitTask extends HostTask {
        private final HostTask awaited;

        WaitTask(HostStream stream, HostTask awaited) {
            super(stream);
            this.awaited = awaited;
        }

        @Override
        protected void run() throws InterruptedException {
            awaited.await();
        }
    }
}
