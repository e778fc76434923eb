package io.zerogather;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for something that only asking a device tells: asks in a short spin, then ever less often, never for ever. */
final class DevicePolling {
    private static final long SPIN_NANOS = 50_000;
    private static final long LONGEST_NAP_NANOS = 1_000_000;
    private static final int NAPS_PER_ELAPSED = 8;

    private DevicePolling() {}

    /**
     * Asks until the answer is yes or the time is over. It asks at least once.
     *
     * @param reached the question
     * @param limitNanos the longest wait
     * @return the last answer
     * @throws InterruptedException if the calling thread is interrupted
     */
    static boolean await(BooleanSupplier reached, long limitNanos) throws InterruptedException {
        long start = System.nanoTime();
        while (!reached.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            long elapsed = System.nanoTime() - start;
            if (elapsed >= limitNanos) {
                return false;
            }
            pause(elapsed);
        }
        return true;
    }

    /** As {@link #await}, for waits too short to be given up: an interrupt is kept for later. */
    static boolean awaitUninterruptibly(BooleanSupplier reached, long limitNanos) {
        long end = System.nanoTime() + limitNanos;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return await(reached, end - System.nanoTime());
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** One pause of somebody who has been asking for some time. */
    static void pause(long elapsedNanos) {
        if (elapsedNanos < SPIN_NANOS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(Math.min(LONGEST_NAP_NANOS, elapsedNanos / NAPS_PER_ELAPSED));
        }
    }
}
