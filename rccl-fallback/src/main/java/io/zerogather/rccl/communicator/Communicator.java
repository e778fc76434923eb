package io.zerogather.rccl.communicator;

import io.zerogather.Device;
import io.zerogather.rccl.nccl.NcclLibrary;
import io.zerogather.rccl.nccl.NcclResult;
import io.zerogather.spi.DeviceRuntime;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One communicator. The library allows one thread at a time and, while an operation of a non-blocking one is in progress,
 * nothing but asking for its end; a lock sees to the first and {@link #settled} to the second. It ends once: finalised and
 * destroyed in order, or aborted.
 */
final class Communicator {
    private static final Logger LOGGER = LoggerFactory.getLogger(Communicator.class);

    /** A thread that is inside the library for longer than this does not come out by itself. */
    private static final Duration ABORT_PATIENCE = Duration.ofMillis(500);

    /** The library's number of a type of one byte: all types travel as bytes. */
    private static final int UINT8 = 1;

    /** Another thread is inside the library, so it cannot be asked now. */
    static final int BUSY = -1;

    private static final long POLL_NANOS = 20_000;

    private final NcclLibrary library;
    private final DeviceRuntime runtime;
    private final int device;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile boolean doomed;
    /** Counts the ways into and out of the library: odd while a thread queues a gather. */
    private final AtomicLong passages = new AtomicLong();

    private volatile long handle;

    Communicator(NcclLibrary library, Device device, long handle) {
        this.library = library;
        this.runtime = device.runtime();
        this.device = device.index();
        this.handle = handle;
    }

    NcclLibrary library() {
        return library;
    }

    /**
     * Queues an all-gather of bytes on a stream.
     *
     * @param input address of {@code bytes}
     * @param output address of {@code ranks × bytes}
     * @param stream handle of a stream of the device
     * @param patienceNanos when to give up on an operation that stays in progress
     * @return the library's result: success, or what went wrong
     */
    int allGather(long input, long output, long bytes, long stream, long patienceNanos) {
        lock.lock();
        try {
            if (handle == 0) {
                return NcclResult.INVALID_USAGE;
            }
            long unused = passages.incrementAndGet();
            try {
                runtime.makeCurrent(device);
                int result = library.allGather(input, output, bytes, UINT8, handle, stream);
                return result == NcclResult.IN_PROGRESS ? settled(System.nanoTime() + patienceNanos) : result;
            } finally {
                unused = passages.incrementAndGet();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Tells stays inside the library apart.
     *
     * @return another number for each stay of a thread that queues a gather; 0 while there is none
     */
    long stay() {
        long passed = passages.get();
        return passed % 2 == 0 ? 0 : passed;
    }

    /** Waits until no operation is in progress; the result is {@link NcclResult#IN_PROGRESS} if that did not happen. */
    int settled(long endNanos) {
        lock.lock();
        try {
            int result = handle == 0 ? NcclResult.INVALID_USAGE : library.asyncError(handle);
            while (result == NcclResult.IN_PROGRESS && !doomed && System.nanoTime() - endNanos < 0) {
                LockSupport.parkNanos(this, POLL_NANOS);
                result = library.asyncError(handle);
            }
            return result;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Asks for an error that the library found by itself, which also lets it get on with pending work.
     *
     * @return the result, or {@link #BUSY}
     */
    int asyncError() {
        if (!lock.tryLock()) {
            return BUSY;
        }
        try {
            int result = handle == 0 ? NcclResult.SUCCESS : library.asyncError(handle);
            return result == NcclResult.IN_PROGRESS ? NcclResult.SUCCESS : result;
        } finally {
            lock.unlock();
        }
    }

    /** The library's own words about what went wrong last. */
    String describe(int result) {
        String words = library.errorText(result);
        if (!lock.tryLock()) {
            return words;
        }
        try {
            String text = handle == 0 ? "" : library.lastError(handle).strip();
            return text.isEmpty() ? words : words + ", \"" + text + "\"";
        } finally {
            lock.unlock();
        }
    }

    /**
     * Splits a group off, together with all ranks of this communicator.
     *
     * @param member the rank in the new group, or -1 to be no member
     * @param goOn whether to wait on
     * @return what became of it
     */
    SplitResult split(int member, BooleanSupplier goOn) {
        lock.lock();
        try {
            if (handle == 0) {
                return new SplitResult(NcclResult.INVALID_USAGE, 0);
            }
            runtime.makeCurrent(device);
            return SplitResult.of(library, handle, member, () -> !doomed && goOn.getAsBoolean());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Finalises and destroys. Blocks until the library is done, which may need the peers to do the same; run it on a thread
     * of its own.
     *
     * @param endNanos when to give up on an operation that stays in progress
     * @return success, or what went wrong; then only an abort is left
     */
    int finish(long endNanos) {
        lock.lock();
        try {
            if (handle == 0) {
                return NcclResult.SUCCESS;
            }
            runtime.makeCurrent(device);
            int result = library.finalize(handle);
            if (result == NcclResult.IN_PROGRESS) {
                result = settled(endNanos);
            }
            if (result == NcclResult.SUCCESS) {
                result = library.destroy(handle);
                handle = 0;
            }
            return result;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends whatever the communicator does. Blocks while the device gets done; run it on a thread of its own. A thread that
     * stays inside the library can be got out by nothing but the abort itself, so then it is not waited for.
     *
     * @throws InterruptedException if the thread is told to stop
     */
    void abort() throws InterruptedException {
        doomed = true;
        boolean alone = lock.tryLock(ABORT_PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        if (!alone) {
            LOGGER.warn("A thread does not come out of the collective library; its communicator is aborted under it");
        }
        try {
            long own = handle;
            handle = 0;
            if (own != 0) {
                runtime.makeCurrent(device);
                int unused = library.abort(own);
            }
        } finally {
            if (alone) {
                lock.unlock();
            }
        }
    }
}
