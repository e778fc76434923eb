package io.zerogather;

import io.zerogather.spi.DeviceRuntime;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The caller's own work on a stream of a GPU. The stream marks where it is and is held at a word; when the mark has been
 * reached, the device's monitor runs the action and lets the stream go on.
 */
final class DeviceAction implements Work, DeviceMonitor.Watched {
    private static final long LONGEST_NAP_MILLIS = 100;

    private final DeviceStream stream;
    private final Runnable action;
    private final long mark;
    private final DeviceWord word;
    private final int value;
    private @Nullable AllGatherException failure;
    private volatile boolean ended;

    private DeviceAction(DeviceStream stream, Runnable action, long mark, DeviceWord word) {
        this.stream = stream;
        this.action = action;
        this.mark = mark;
        this.word = word;
        this.value = word.nextValue();
    }

    /** Queues an action; the caller has acquired a use of the stream, which the work gives back when it ends. */
    static DeviceAction queue(DeviceStream stream, Runnable action) {
        Device device = stream.device();
        DeviceRuntime runtime = device.runtime();
        long mark = runtime.openEvent(device.index(), false);
        DeviceWord word = null;
        try {
            word = device.words().take();
            DeviceAction work = new DeviceAction(stream, action, mark, word);
            runtime.record(device.index(), mark, stream.handle());
            runtime.holdUntil(device.index(), stream.handle(), word.address(), work.value);
            return work;
        } catch (RuntimeException | Error e) {
            if (word != null) {
                device.words().giveBack(word);
            }
            runtime.closeEvent(device.index(), mark);
            throw e;
        }
    }

    @Override
    public boolean settled() {
        AllGatherException outcome = null;
        try {
            if (!stream.device().runtime().isReached(stream.device().index(), mark)) {
                return false;
            }
            action.run();
        } catch (Throwable e) { // all of them: the monitor must live on
            outcome = ActionFailure.of(e, "device stream");
        }
        end(outcome);
        return true;
    }

    private void end(@Nullable AllGatherException outcome) {
        Device device = stream.device();
        stream.release(); // before the stream goes on, so that whoever drains it may close it
        word.store(value);
        device.words().giveBack(word);
        AllGatherException result = outcome;
        try {
            device.runtime().closeEvent(device.index(), mark);
        } catch (AllGatherException e) {
            result = outcome == null ? e : outcome;
        }
        synchronized (this) {
            failure = result;
            ended = true;
            notifyAll();
        }
    }

    @Override
    public boolean isCompleted() {
        if (!ended) {
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
        return awaitNanos(HostTask.limitNanos(timeout));
    }

    @Override
    public void await() throws InterruptedException {
        boolean completed = awaitNanos(Long.MAX_VALUE);
        assert completed;
    }

    private synchronized boolean awaitNanos(long limitNanos) throws InterruptedException {
        if (!ended && stream.device().monitor().isCurrentThread()) {
            throw new IllegalStateException("Waiting inside an action for another action of " + stream.device()
                    + ", which runs after it, would never end");
        }
        long start = System.nanoTime();
        while (!isCompleted()) {
            long left = limitNanos - (System.nanoTime() - start);
            if (left <= 0) {
                return false;
            }
            // A bounded nap: a lost notification would cost a moment, never a hang.
            wait(Math.min(TimeUnit.NANOSECONDS.toMillis(left) + 1, LONGEST_NAP_MILLIS));
        }
        return true;
    }

    @Override
    public void waitOn(Stream other) {
        boolean completed = isCompleted();
        DeviceStream waiting = DeviceOrder.sameRuntime(stream.device(), other);
        if (!completed && !waiting.isSameAs(stream)) {
            stream.device().runtime().holdUntil(waiting.device().index(), waiting.handle(), word.address(), value);
        }
    }
}
