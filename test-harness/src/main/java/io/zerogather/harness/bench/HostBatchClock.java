package io.zerogather.harness.bench;

import io.zerogather.Work;
import io.zerogather.harness.gather.VerifiedGather;

/** From the first call until the last gather has completed: on the host the CPU moves the bytes, and nothing is hidden. */
final class HostBatchClock implements BatchClock {
    private static final int MOST_GATHERS = 20_000;

    @Override
    public Reading measure(VerifiedGather gather, int gathers) throws InterruptedException {
        long start = System.nanoTime();
        Work last = gather.submit();
        for (int i = 1; i < gathers; i++) {
            last = gather.submit();
        }
        long queued = System.nanoTime();
        last.await();
        long end = System.nanoTime();
        return new Reading((end - start) / (double) gathers, (queued - start) / (double) gathers);
    }

    @Override
    public int mostGathers() {
        return MOST_GATHERS;
    }

    @Override
    public void close() {
        // nothing is held
    }
}
