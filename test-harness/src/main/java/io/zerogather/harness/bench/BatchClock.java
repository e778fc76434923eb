package io.zerogather.harness.bench;

import io.zerogather.DeviceStream;
import io.zerogather.Router;
import io.zerogather.harness.gather.VerifiedGather;

/** Measures gathers that are queued back to back. */
interface BatchClock extends AutoCloseable {
    /**
     * What a batch took.
     *
     * @param nanosPerGather its time by its gathers
     * @param enqueueNanos what it took to queue one, on the CPU
     */
    record Reading(double nanosPerGather, double enqueueNanos) {}

    /**
     * Runs a batch.
     *
     * @param gather the gather to repeat
     * @param gathers how many, at most {@link #mostGathers()}
     * @return its times
     * @throws InterruptedException if the rank is told to stop
     */
    Reading measure(VerifiedGather gather, int gathers) throws InterruptedException;

    /** The longest batch. */
    int mostGathers();

    @Override
    void close();

    /** The clock for a router's stream. */
    static BatchClock of(Router router) {
        return router.stream() instanceof DeviceStream stream ? new DeviceBatchClock(stream) : new HostBatchClock();
    }
}
