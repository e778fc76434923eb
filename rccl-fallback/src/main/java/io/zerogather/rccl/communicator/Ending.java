package io.zerogather.rccl.communicator;

import io.zerogather.rccl.nccl.NcclResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the communicators of one group on a thread of its own, since the library may block in it: it waits for the device, and
 * in an orderly end for the peers. Whoever started it sets the deadline.
 */
final class Ending {
    private static final Logger LOGGER = LoggerFactory.getLogger(Ending.class);

    private final List<Communicator> communicators;
    private final String group;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean done;

    private Ending(List<Communicator> communicators, String group) {
        this.communicators = communicators;
        this.group = group;
    }

    /** Aborts them, the first one first. */
    static Ending abort(List<Communicator> communicators, String group) {
        Ending ending = new Ending(communicators, group);
        ending.start(ending::abort, "zerogather-abort-" + group);
        return ending;
    }

    /**
     * Finalises and destroys them, the first one first.
     *
     * @param patience how long to wait for what stays in progress
     */
    static Ending finish(List<Communicator> communicators, String group, Duration patience) {
        Ending ending = new Ending(communicators, group);
        ending.start(() -> ending.finish(System.nanoTime() + patience.toNanos()), "zerogather-close-" + group);
        return ending;
    }

    private void start(Runnable action, String name) {
        Thread thread = new Thread(
                () -> {
                    try {
                        action.run();
                    } catch (RuntimeException e) {
                        LOGGER.error("Ending the communicator of {} failed; end this process", group, e);
                    } finally {
                        over.countDown();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Whether the communicators are gone. */
    boolean isDone() {
        return done;
    }

    /**
     * Waits for the end.
     *
     * @return false if it did not come in time, or cannot come
     * @throws InterruptedException if the waiting thread is interrupted
     */
    boolean await(Duration patience) throws InterruptedException {
        return over.await(patience.toNanos(), TimeUnit.NANOSECONDS) && done;
    }

    private void abort() {
        try {
            for (Communicator communicator : communicators) {
                communicator.abort();
            }
            done = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void finish(long endNanos) {
        for (Communicator communicator : communicators) {
            int result = communicator.finish(endNanos);
            if (result != NcclResult.SUCCESS) {
                LOGGER.debug("The communicator of {} does not end: {}", group, communicator.describe(result));
                return;
            }
        }
        done = true;
    }
}
