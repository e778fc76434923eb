package io.zerogather;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream of the host: a queue with one worker thread that runs operations one after the other, over all groups and
 * both backends, so that a gather sees what was queued before it whoever moves the bytes. Thread-safe. At most {@value
 * #CAPACITY} operations are in flight; a caller beyond that waits for the oldest.
 */
public final class HostStream implements Stream {
    /** Operations in flight beyond which {@link #enqueue(HostTask)} blocks. */
    public static final int CAPACITY = 64;

    private static final Logger LOGGER = LoggerFactory.getLogger(HostStream.class);
    private static final long SPIN_NANOS = 50_000;
    private static final long IDLE_NANOS = 1_000_000_000L;

    private final @Nullable HostTask[] ring = new @Nullable HostTask[CAPACITY];
    private final Thread worker;
    private final boolean oversubscribed;
    private final Object submission = new Object();
    private final AtomicBoolean workerAsleep = new AtomicBoolean();
    private volatile Runnable idleTask = () -> {};
    private volatile long submitted;
    private volatile long finished;
    private volatile boolean producerAsleep;
    private volatile boolean closed;

    private HostStream(String name, boolean oversubscribed) {
        this.oversubscribed = oversubscribed;
        this.worker = new Thread(this::work, name);
        this.worker.setDaemon(true);
    }

    /**
     * Starts a stream.
     *
     * @param name the worker thread's name
     * @param oversubscribed true if more ranks than cores share this machine: waiting threads then give their core away
     *     instead of spinning on it
     * @return the running stream
     */
    public static HostStream open(String name, boolean oversubscribed) {
        HostStream stream = new HostStream(name, oversubscribed);
        stream.worker.start();
        return stream;
    }

    @Override
    public MemoryType memory() {
        return MemoryType.HOST;
    }

    /**
     * Queues an operation. Called on the worker itself, it runs the operation at once: it is part of the one that runs.
     *
     * @param task an operation made for this stream, not queued before
     * @throws AllGatherException if the stream is closed
     */
    public void enqueue(HostTask task) {
        boolean queued = enqueue(task, Long.MAX_VALUE);
        assert queued;
    }

    private boolean enqueue(HostTask task, long patienceNanos) {
        if (isWorker()) {
            task.execute();
            return true;
        }
        synchronized (submission) {
            boolean room = awaitRoom(patienceNanos);
            if (closed) {
                task.refused();
                throw closedStream();
            }
            if (!room) {
                task.refused();
                return false;
            }
            long position = submitted;
            ring[(int) (position % CAPACITY)] = task;
            submitted = position + 1;
        }
        if (workerAsleep.get()) {
            LockSupport.unpark(worker);
        }
        return true;
    }

    @Override
    public Work run(Runnable action) {
        HostTask task = new ActionTask(this, action);
        enqueue(task);
        return task;
    }

    /**
     * Queues the caller's own work if there is room for it in time.
     *
     * @param action as for {@link #run(Runnable)}
     * @param patience the longest wait for room
     * @return the work in flight, or empty if the stream was full for that long
     * @throws AllGatherException if the stream is closed
     */
    public Optional<Work> tryRun(Runnable action, Duration patience) {
        HostTask task = new ActionTask(this, action);
        return enqueue(task, HostTask.saturatedNanos(patience)) ? Optional.of(task) : Optional.empty();
    }

    /**
     * Sets what the worker does about once a second while nothing is queued.
     *
     * @param task short and non-blocking
     */
    public void whenIdle(Runnable task) {
        idleTask = task;
    }

    /**
     * Whether the calling thread is the worker.
     *
     * @return true inside an operation of this stream
     */
    public boolean isWorker() {
        return Thread.currentThread() == worker;
    }

    @Override
    public boolean drain(Duration timeout) throws InterruptedException {
        long start = System.nanoTime();
        Optional<Work> marker = tryRun(() -> {}, timeout);
        if (marker.isEmpty()) {
            return false;
        }
        long left = HostTask.saturatedNanos(timeout) - (System.nanoTime() - start);
        return marker.get().await(Duration.ofNanos(Math.max(0, left)));
    }

    /**
     * Refuses new operations, lets the queued ones run, and ends the worker. Operations end by their own deadlines, so
     * this returns; a worker that outlives {@code patience} is left to end by itself.
     *
     * @param patience how long to wait for the worker
     * @return true if the worker has ended
     * @throws InterruptedException if the calling thread is interrupted
     */
    public boolean close(Duration patience) throws InterruptedException {
        synchronized (submission) {
            closed = true;
        }
        LockSupport.unpark(worker);
        if (isWorker()) {
            return false;
        }
        worker.join(Math.max(1, patience.toMillis()));
        return !worker.isAlive();
    }

    @Override
    public void close() {
        try {
            boolean unused = close(Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Whether the worker has ended, after the stream was closed: nothing runs on it any more.
     *
     * @return true once it has
     */
    public boolean hasEnded() {
        return closed && !worker.isAlive();
    }

    /** One step of a bounded spin. */
    @SuppressWarnings("ThreadPriorityCheck") // a hint only: with more threads than cores the peer needs this core
    void pause() {
        if (oversubscribed) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    private boolean awaitRoom(long patienceNanos) {
        if (submitted - finished < CAPACITY) {
            return true; // as almost always: not even the clock is asked
        }
        boolean interrupted = false;
        long start = System.nanoTime();
        while (submitted - finished >= CAPACITY && !closed && System.nanoTime() - start < patienceNanos) {
            producerAsleep = true;
            if (submitted - finished >= CAPACITY) {
                try {
                    submission.wait(5);
                } catch (InterruptedException e) {
                    interrupted = true; // a submission is never half done: finish it, then report
                }
            }
            producerAsleep = false;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return submitted - finished < CAPACITY;
    }

    private void work() {
        while (true) {
            long position = finished;
            if (position == submitted) {
                if (closed && position == submitted) {
                    return;
                }
                awaitTask(position);
                continue;
            }
            int slot = (int) (position % CAPACITY);
            HostTask task = ring[slot];
            assert task != null;
            ring[slot] = null;
            task.execute();
            boolean unused = Thread.interrupted(); // one operation's interrupt must not end the next one's waits
            finished = position + 1;
            if (producerAsleep) {
                synchronized (submission) {
                    submission.notifyAll();
                }
            }
        }
    }

    private void awaitTask(long position) {
        long start = System.nanoTime();
        while (position == submitted && !closed) {
            if (System.nanoTime() - start < SPIN_NANOS) {
                pause();
                continue;
            }
            workerAsleep.set(true);
            if (position == submitted && !closed) {
                LockSupport.parkNanos(this, IDLE_NANOS);
            }
            workerAsleep.set(false);
            if (position == submitted && !closed) {
                runIdleTask();
            }
        }
    }

    private void runIdleTask() {
        try {
            idleTask.run();
        } catch (RuntimeException e) {
            idleTask = () -> {};
            LOGGER.warn("Housekeeping on {} failed and is off from now on", worker.getName(), e);
        }
    }

    private static AllGatherException closedStream() {
        return new AllGatherException(
                AllGatherException.Category.CLOSED, "The host stream is closed; open a new router to go on");
    }

    /** The caller's own work. */
    private static final class ActionTask extends HostTask {
        private final Runnable action;

        ActionTask(HostStream stream, Runnable action) {
            super(stream);
            this.action = action;
        }

        @Override
        protected void run() {
            action.run();
        }
    }
}
