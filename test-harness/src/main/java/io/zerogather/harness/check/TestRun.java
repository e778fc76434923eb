package io.zerogather.harness.check;

import io.zerogather.MemoryType;
import io.zerogather.Router;
import io.zerogather.RouterStatus;
import io.zerogather.harness.gather.RoutePolicy;
import io.zerogather.harness.launch.ExitStatus;
import io.zerogather.harness.launch.LauncherLink;
import io.zerogather.harness.memory.MemoryKind;
import io.zerogather.harness.memory.OrdinarySource;
import io.zerogather.harness.memory.PoolSource;
import io.zerogather.harness.memory.Scratch;
import io.zerogather.harness.rank.RankSession;
import io.zerogather.harness.report.BuildFacts;
import io.zerogather.harness.report.JsonLines;
import io.zerogather.harness.report.MachineFacts;
import io.zerogather.harness.report.RunRecord;
import io.zerogather.spi.Finding;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One rank's part of the test: the correctness block, the bandwidth block, the verdict. */
final class TestRun {
    private final RankSession session;
    private final TestSettings settings;
    private final RouterStatus plan;
    private final List<Finding> backing;
    private final CheckReport report;
    private final CheckRunner runner;

    /**
     * A test that has not run.
     *
     * @param session the rank's place in its job
     * @param router the router under test
     * @param ordinary memory of the type that it gathers in
     * @param pool its own memory
     * @param settings what to test
     * @param json gets every figure
     */
    TestRun(
            RankSession session,
            Router router,
            OrdinarySource ordinary,
            PoolSource pool,
            TestSettings settings,
            JsonLines json) {
        this.session = session;
        this.settings = settings;
        this.plan = router.status();
        this.backing = session.backing(router);
        this.report = new CheckReport(session.output(), json, settings.dtypes());
        Map<MemoryKind, Scratch> scratch = new EnumMap<>(MemoryKind.class);
        scratch.put(MemoryKind.ORDINARY, Scratch.ordinary(ordinary));
        if (plan.fastPathActive()) {
            scratch.put(MemoryKind.POOL, Scratch.pool(pool));
        }
        RoutePolicy policy = new RoutePolicy(plan, settings.extendedTypes());
        this.runner = new CheckRunner(session, router, policy, scratch, report, () -> {
            pool.close();
            ordinary.close();
            router.close();
        });
    }

    /**
     * Runs everything.
     *
     * @param command the command line, for the record
     * @return the exit status, equal on all ranks
     * @throws InterruptedException if the rank is told to stop
     */
    int run(List<String> command) throws InterruptedException {
        List<Check> correctness = CheckSuite.of(settings.dtypes(), settings.elements(), plan);
        List<Check> bandwidth = settings.dtypes().stream()
                .<Check>map(dtype -> new BandwidthCheck(dtype, settings, session.tally()))
                .toList();
        int steps = correctness.size() + bandwidth.size();
        report.begin(RunRecord.begin(
                command, session.worldSize(), plan, backing, MachineFacts.current(), BuildFacts.current()));
        report.header(session.worldSize(), settings, backend(), backing);
        Verdict verdict = runAll(correctness, Verdict.PASSED, 0, steps);
        if (verdict != Verdict.STOPPED) {
            report.bandwidthHeader(settings);
            verdict = runAll(bandwidth, verdict, correctness.size(), steps);
        }
        report.result(verdict == Verdict.PASSED);
        return verdict == Verdict.PASSED ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private Verdict runAll(List<Check> checks, Verdict before, int done, int steps) throws InterruptedException {
        Verdict verdict = before;
        int step = done;
        for (Check check : checks) {
            LauncherLink.progress(step++, steps, check.name());
            verdict = verdict.and(runner.run(check));
            if (verdict == Verdict.STOPPED) {
                return verdict;
            }
        }
        return verdict;
    }

    private String backend() {
        if (plan.fastPathActive()) {
            return "SDMA (" + plan.engine() + ")";
        }
        String name = plan.fallback();
        String reason = plan.planDetail().isEmpty() ? plan.planReason().tag() : plan.planDetail();
        String shown = plan.memory() == MemoryType.DEVICE
                ? name.toUpperCase(Locale.ROOT)
                : name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        return shown + " (" + reason + ")";
    }
}
