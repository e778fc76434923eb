package io.zerogather.harness.check;

import io.zerogather.DataType;
import io.zerogather.Work;
import io.zerogather.harness.gather.GatherShape;
import io.zerogather.harness.gather.VerifiedGather;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A slow consumer on one rank, with further gathers queued behind it that overwrite what it still reads: peers that run
 * ahead must not reach into its output before its turn.
 */
final class DelayedConsumerCheck implements Check {
    private static final GatherShape SHAPE = GatherShape.of(DataType.UINT8, 300_001);
    private static final int GATHERS = 8;
    private static final Duration DELAY = Duration.ofMillis(15);

    @Override
    public String name() {
        return "delayed";
    }

    @Override
    public void run(CheckContext context) throws InterruptedException {
        boolean slow = context.rank() == context.world().size() - 1;
        List<VerifiedGather> gathers = new ArrayList<>();
        for (int i = 0; i < GATHERS; i++) {
            VerifiedGather gather = context.gather(context.world(), SHAPE, "", "-" + i); // one output for all
            gather.fill();
            gathers.add(gather);
        }
        List<Work> consumers = new ArrayList<>();
        for (VerifiedGather gather : gathers) {
            Work work = gather.submit();
            consumers.add(context.router().stream().run(() -> {
                if (slow) {
                    LockSupport.parkNanos(DELAY.toNanos());
                }
                requireCompleted(work);
                context.verify(gather);
            }));
        }
        for (Work consumer : consumers) {
            consumer.await();
        }
    }

    /** On a GPU a consumer runs also if the gather before it failed; its bytes then mean nothing. */
    private static void requireCompleted(Work work) {
        try {
            work.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
