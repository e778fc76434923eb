package io.zerogather.harness.bench;

import io.zerogather.MemoryType;
import io.zerogather.RouterStatus;
import io.zerogather.harness.launch.ExitStatus;
import io.zerogather.harness.launch.LauncherLink;
import io.zerogather.harness.memory.GuardedBuffer;
import io.zerogather.harness.memory.MemoryKind;
import io.zerogather.harness.memory.OrdinarySource;
import io.zerogather.harness.memory.PoolSource;
import io.zerogather.harness.rank.RankSession;
import io.zerogather.harness.report.BuildFacts;
import io.zerogather.harness.report.JsonLines;
import io.zerogather.harness.report.MachineFacts;
import io.zerogather.harness.report.RunRecord;
import io.zerogather.spi.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One rank's part of a benchmark: every size on every path, the table, the gate. */
final class BenchRun {
    private final RankSession session;
    private final BenchSettings settings;
    private final Optional<RatioGate> gate;
    private final CopyCeiling copy;
    private final JsonLines json;
    private final BenchTable table;

    /**
     * A benchmark that has not run.
     *
     * @param session this rank's place in the job
     * @param settings what to measure
     * @param gate what to demand, if anything
     * @param copy what the ceiling is measured with
     * @param json gets every figure
     */
    BenchRun(RankSession session, BenchSettings settings, Optional<RatioGate> gate, CopyCeiling copy, JsonLines json) {
        this.session = session;
        this.settings = settings;
        this.gate = gate;
        this.copy = copy;
        this.json = json;
        this.table = new BenchTable(session.output());
    }

    /**
     * Measures everything.
     *
     * @param command the command line, for the record
     * @return the exit status, equal on all ranks
     * @throws InterruptedException if the rank is told to stop
     */
    int run(List<String> command) throws InterruptedException {
        try (BenchRouters routers = BenchRouters.open(session);
                BatchClocks clocks = new BatchClocks();
                OrdinarySource ordinary = OrdinarySource.of(routers.chosen());
                PoolSource pool = new PoolSource(routers.chosen())) {
            RouterStatus plan = routers.chosen().status();
            List<Finding> backing = session.backing(routers.chosen());
            MachineFacts machine = MachineFacts.current();
            BuildFacts build = BuildFacts.current();
            table.header(settings, session.worldSize(), plan, backing, machine, build);
            json.write(BenchJson.run(settings, session.worldSize(), plan, backing, machine, build, command));
            List<BenchRow> rows = new ArrayList<>();
            boolean right = measure(routers.paths(), new BenchMemory(ordinary, pool), clocks, plan, rows);
            table.footer(rows, right);
            boolean passed = right && gate.map(demand -> demand.holds(rows)).orElse(true);
            gate.ifPresent(demand -> table.note(demand.describe(rows)));
            json.write(RunRecord.end(passed));
            return passed ? ExitStatus.OK : ExitStatus.FAILED;
        }
    }

    private boolean measure(
            List<BenchPath> paths, BenchMemory memory, BatchClocks clocks, RouterStatus plan, List<BenchRow> rows)
            throws InterruptedException {
        boolean extendedTypes = session.tally().all(session.settings().extendedTypes());
        touch(paths, memory);
        warmUp(paths, memory, clocks, plan, extendedTypes);
        boolean right = true;
        int done = 0;
        for (long elements : settings.shards()) {
            BenchSize size = new BenchSize(elements, settings.dtype(), session.worldSize());
            LauncherLink.progress(done++, settings.shards().size(), size.outputBytes() + " bytes");
            BenchCells cells = BenchCells.of(paths, size, memory, extendedTypes, clocks);
            SizeResult result = new SizeBench(session, settings, cells, meter(size, memory, plan)).run();
            List<BenchRow> ofSize = BenchRow.of(size, paths, cells, result, plan.fallback());
            print(ofSize, result.others());
            rows.addAll(ofSize);
            right &= result.right();
        }
        return right;
    }

    /** Allocates for the largest size at once: growing step by step would leave the smaller blocks behind. */
    private void touch(List<BenchPath> paths, BenchMemory memory) {
        long shardBytes = settings.largestShardBytes();
        for (MemoryKind kind : paths.stream().map(BenchPath::memory).distinct().toList()) {
            GuardedBuffer unusedShard = memory.shard(kind, shardBytes);
            GuardedBuffer unusedOutput = memory.output(kind, shardBytes * session.worldSize());
        }
        session.tally().barrier(); // peers map pool memory at the first meeting after all have allocated it
    }

    /** Lets the virtual machine compile what the first size would otherwise pay for. */
    private void warmUp(
            List<BenchPath> paths, BenchMemory memory, BatchClocks clocks, RouterStatus plan, boolean extendedTypes)
            throws InterruptedException {
        BenchSize size = new BenchSize(settings.shards().get(0), settings.dtype(), session.worldSize());
        BenchCells cells = BenchCells.of(paths, size, memory, extendedTypes, clocks);
        SizeResult unused = new SizeBench(session, settings, cells, meter(size, memory, plan)).run();
    }

    private Optional<CeilingMeter> meter(BenchSize size, BenchMemory memory, RouterStatus plan) {
        if (!settings.ceiling() || plan.memory() == MemoryType.DEVICE) {
            return Optional.empty();
        }
        return Optional.of(new CeilingMeter(
                copy,
                session.tally(),
                session.rank(),
                memory.output(MemoryKind.ORDINARY, size.shardBytes()).device(),
                memory.shard(MemoryKind.ORDINARY, size.shardBytes()).device()));
    }

    private void print(List<BenchRow> rows, double others) {
        table.rows(rows);
        table.percentiles(rows);
        table.enqueue(rows);
        table.others(others);
        for (BenchRow row : rows) {
            json.write(BenchJson.cell(row, row.outOfPlace(), others));
            json.write(BenchJson.cell(row, row.inPlace(), others));
        }
    }
}
