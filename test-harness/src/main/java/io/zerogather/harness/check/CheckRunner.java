package io.zerogather.harness.check;

import io.zerogather.AllGatherException;
import io.zerogather.Router;
import io.zerogather.harness.gather.Findings;
import io.zerogather.harness.gather.RouteLedger;
import io.zerogather.harness.gather.RoutePolicy;
import io.zerogather.harness.memory.MemoryKind;
import io.zerogather.harness.memory.Scratch;
import io.zerogather.harness.rank.RankSession;
import java.util.Map;

/** Runs checks one after the other and settles each with all ranks. */
final class CheckRunner {
    private static final long NUMBERS_PER_CHECK = 1000;

    private final RankSession session;
    private final Router router;
    private final RoutePolicy policy;
    private final Map<MemoryKind, Scratch> scratch;
    private final CheckReport report;
    private final Runnable leave;
    private long nextNumber;

    /**
     * A runner.
     *
     * @param session the rank's place in its job
     * @param router the router under test
     * @param policy what the plan promises
     * @param scratch memory of each kind
     * @param report where rows go
     * @param leave closes the router and what depends on it
     */
    CheckRunner(
            RankSession session,
            Router router,
            RoutePolicy policy,
            Map<MemoryKind, Scratch> scratch,
            CheckReport report,
            Runnable leave) {
        this.session = session;
        this.router = router;
        this.policy = policy;
        this.scratch = scratch;
        this.report = report;
        this.leave = leave;
    }

    /**
     * Runs one check and prints its row.
     *
     * @param check what to run
     * @return the verdict of all ranks
     * @throws InterruptedException if the rank is told to stop
     */
    Verdict run(Check check) throws InterruptedException {
        Findings findings = new Findings(session.rank());
        CheckContext context = new CheckContext(
                router, scratch, new RouteLedger(router::status, policy), findings, session.tally(), nextNumber);
        nextNumber += NUMBERS_PER_CHECK;
        Verdict mine = runHere(check, context);
        session.say(findings.lines());
        Verdict all = mine.settle(session.tally());
        check.print(report, context, all);
        return all;
    }

    private Verdict runHere(Check check, CheckContext context) throws InterruptedException {
        try {
            check.run(context);
            context.ledger().settle(context.findings());
        } catch (AllGatherException | IllegalStateException e) {
            context.findings().add(check.name() + " stopped: " + e.getMessage());
            session.tally().gatherFailed();
            leave.run(); // peers that wait for this rank's next gather then fail at once
            return Verdict.STOPPED;
        }
        return context.findings().isEmpty() ? Verdict.PASSED : Verdict.FAILED;
    }
}
