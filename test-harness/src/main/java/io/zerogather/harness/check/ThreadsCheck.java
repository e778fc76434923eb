package io.zerogather.harness.check;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.Work;
import io.zerogather.harness.gather.GatherShape;
import io.zerogather.harness.gather.VerifiedGather;
import io.zerogather.rendezvous.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Several threads of every rank submit in turns (the order must be equal on all ranks) and wait whenever they like, as
 * autograd threads do.
 */
final class ThreadsCheck implements Check {
    private static final GatherShape SHAPE = GatherShape.of(DataType.INT32, 5_003);
    private static final int THREADS = 4;
    private static final int GATHERS_EACH = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @Override
    public String name() {
        return "threads";
    }

    @Override
    public void run(CheckContext context) throws InterruptedException {
        Turns turns = new Turns(THREADS, Deadline.after(PATIENCE));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int place = i;
            Thread thread = new Thread(() -> submitInTurns(context, turns, place), "zerogather-thread-" + place);
            thread.setDaemon(true); // one that is stuck must not keep the process
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            if (!turns.join(thread)) {
                context.findings().add(thread.getName() + " did not end within " + PATIENCE);
                turns.end();
            }
        }
        if (turns.ended()) {
            throw new IllegalStateException("a submitting thread gave up, so the ranks are out of step");
        }
    }

    private static void submitInTurns(CheckContext context, Turns turns, int place) {
        try {
            for (int i = 0; i < GATHERS_EACH; i++) {
                if (!turns.await(place)) {
                    giveUp(
                            context,
                            turns,
                            "a submitting thread got no turn: another gave up, or " + PATIENCE + " passed");
                    return;
                }
                VerifiedGather gather = context.gather(context.world(), SHAPE, "-thread-" + place, "-thread-" + place);
                gather.fill();
                Work work = gather.submit();
                turns.pass(place);
                work.await();
                context.verify(gather);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            giveUp(context, turns, "a submitting thread was interrupted");
        } catch (AllGatherException | IllegalStateException e) {
            giveUp(context, turns, "a gather of a submitting thread failed: " + e.getMessage());
        }
    }

    private static void giveUp(CheckContext context, Turns turns, String why) {
        context.findings().add(why);
        turns.end();
    }
}
