package io.zerogather.harness.check;

import io.zerogather.DataType;
import io.zerogather.Work;
import io.zerogather.harness.gather.GatherShape;
import io.zerogather.harness.gather.VerifiedGather;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Waiting never, once, many times, from another thread, by a stream: a wait changes nothing but the waiter. */
final class WaitsCheck implements Check {
    private static final GatherShape SHAPE = GatherShape.of(DataType.FLOAT16, 20_001);
    private static final int QUEUED = 6;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Override
    public String name() {
        return "waits";
    }

    @Override
    public void run(CheckContext context) throws InterruptedException {
        skipAllButTheLast(context);
        repeat(context);
        orderStream(context);
    }

    private static void skipAllButTheLast(CheckContext context) throws InterruptedException {
        List<VerifiedGather> gathers = new ArrayList<>();
        List<Work> works = new ArrayList<>();
        for (int i = 0; i < QUEUED; i++) {
            VerifiedGather gather = context.gather(context.world(), SHAPE, "-" + i, "-" + i);
            gather.fill();
            gathers.add(gather);
            works.add(gather.submit());
        }
        works.get(QUEUED - 1).await();
        gathers.forEach(context::verify);
    }

    private static void repeat(CheckContext context) throws InterruptedException {
        VerifiedGather gather = context.gather(SHAPE);
        gather.fill();
        Work work = gather.submit();
        Thread other = new Thread(() -> awaitElsewhere(context, work), "zerogather-second-waiter");
        other.start();
        if (!work.await(PATIENCE)) {
            context.findings().add("a gather did not complete within " + PATIENCE);
        }
        work.await();
        if (!work.isCompleted()) {
            context.findings().add("a gather that was awaited says that it is not completed");
        }
        other.join();
        context.verify(gather);
    }

    private static void awaitElsewhere(CheckContext context, Work work) {
        try {
            work.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            context.findings().add("a wait on another thread was interrupted");
        }
    }

    private static void orderStream(CheckContext context) throws InterruptedException {
        VerifiedGather gather = context.gather(SHAPE.atPlace());
        gather.fill();
        Work work = gather.submit();
        work.waitOn(context.router().stream());
        work.waitOn(context.router().stream());
        context.router().stream().run(() -> context.verify(gather)).await();
    }
}
