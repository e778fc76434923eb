package io.zerogather.tck;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A stream of {@link FakeDeviceRuntime}: a queue with a thread. */
final class FakeStream {
    private static final long NAP_NANOS = 20_000;

    private final int device;
    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final AtomicLong submitted = new AtomicLong();
    private final AtomicLong finished = new AtomicLong();
    private volatile boolean closed;

    private FakeStream(int device) {
        this.device = device;
    }

    static FakeStream start(int device, String name) {
        FakeStream stream = new FakeStream(device);
        Thread thread = new Thread(stream::work, name);
        thread.setDaemon(true);
        thread.start();
        return stream;
    }

    int device() {
        return device;
    }

    void enqueue(Runnable operation) {
        submitted.incrementAndGet();
        queue.add(operation);
    }

    boolean isIdle() {
        return submitted.get() == finished.get();
    }

    void awaitIdle() {
        await(this::isIdle);
    }

    /** Waits like a device does: until it is so. The thread is a daemon, so a test that fails leaves nothing behind. */
    void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(NAP_NANOS);
        }
    }

    void close() {
        closed = true;
        enqueue(() -> {});
    }

    private void work() {
        try {
            while (!closed || !isIdle()) {
                queue.take().run();
                finished.incrementAndGet();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
