package io.zerogather.rccl.communicator;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts one communicator on a thread of its own, since the library may block in it: it waits for the device. Whoever
 * started it looks at {@link #isDone()} and sets the deadline.
 */
final class AbortJob {
    private static final Logger LOGGER = LoggerFactory.getLogger(AbortJob.class);

    private final Communicator communicator;
    private final String group;
    private final AtomicBoolean done = new AtomicBoolean();

    private AbortJob(Communicator communicator, String group) {
        this.communicator = communicator;
        this.group = group;
    }

    static AbortJob start(Communicator communicator, String group) {
        AbortJob job = new AbortJob(communicator, group);
        Thread thread = new Thread(job::run, "zerogather-abort-" + group);
        thread.setDaemon(true);
        thread.start();
        return job;
    }

    /** Whether the communicator is gone. */
    boolean isDone() {
        return done.get();
    }

    private void run() {
        try {
            if (communicator.abort()) {
                done.set(true);
            } else {
                LOGGER.error(
                        "The communicator of {} cannot be aborted: another thread is inside the collective library and"
                                + " does not come out. End this process",
                        group);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOGGER.error("Aborting the communicator of {} failed. End this process", group, e);
        }
    }
}
