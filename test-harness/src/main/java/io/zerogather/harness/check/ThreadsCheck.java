package io.zerogather.harness.check;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.Work;
import io.zerogather.harness.gather.GatherShape;
import io.zerogather.harness.gather.VerifiedGather;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Several threads of every rank submit in turns (the order must be equal on all ranks) and wait whenever they like, as
 * autograd threads do.
 */
final class ThreadsCheck implements Check {
    private static final GatherShape SHAPE = GatherShape.of(DataType.INT32, 5_003);
    private static final int THREADS = 4;
    private static final int GATHERS_EACH = 8;

    @Override
    public String name() {
        return "threads";
    }

    @Override
    public void run(CheckContext context) throws InterruptedException {
        List<Semaphore> turns = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            turns.add(new Semaphore(i == 0 ? 1 : 0));
        }
        for (int i = 0; i < THREADS; i++) {
            String name = "-thread-" + i;
            Semaphore mine = turns.get(i);
            Semaphore next = turns.get((i + 1) % THREADS);
            threads.add(new Thread(() -> submitInTurns(context, name, mine, next), "zerogather" + name));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void submitInTurns(CheckContext context, String name, Semaphore mine, Semaphore next) {
        try {
            for (int i = 0; i < GATHERS_EACH; i++) {
                mine.acquire();
                VerifiedGather gather;
                Work work;
                try {
                    gather = context.gather(context.world(), SHAPE, name, name);
                    gather.fill();
                    work = gather.submit();
                } finally {
                    next.release(); // also after a failure: the other threads report their own
                }
                work.await();
                context.verify(gather);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            context.findings().add("a submitting thread was interrupted");
        } catch (AllGatherException e) {
            context.findings().add("a gather of a submitting thread failed: " + e.getMessage());
        }
    }
}
