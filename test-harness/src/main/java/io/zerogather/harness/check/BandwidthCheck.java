package io.zerogather.harness.check;

import io.zerogather.DataType;
import io.zerogather.harness.gather.GatherShape;
import io.zerogather.harness.gather.VerifiedGather;
import io.zerogather.harness.rank.Tally;
import java.util.List;

/** The reference's bandwidth row for one element type: in place, each gather submitted and awaited by itself. */
final class BandwidthCheck implements Check {
    private final DataType dtype;
    private final TestSettings settings;
    private final Tally tally;
    private final long[] nanos;

    /**
     * A check that has not run.
     *
     * @param dtype element type
     * @param settings size and iterations
     * @param tally collects the ranks' times
     */
    BandwidthCheck(DataType dtype, TestSettings settings, Tally tally) {
        this.dtype = dtype;
        this.settings = settings;
        this.tally = tally;
        this.nanos = new long[settings.iterations()];
    }

    @Override
    public String name() {
        return dtype.torchName();
    }

    @Override
    public void run(CheckContext context) throws InterruptedException {
        VerifiedGather gather =
                context.gather(GatherShape.of(dtype, settings.elements()).atPlace());
        gather.fill();
        for (int i = 0; i < settings.warmup(); i++) {
            gather.submit().await();
        }
        for (int i = 0; i < settings.iterations(); i++) {
            long start = System.nanoTime();
            gather.submit().await();
            nanos[i] = System.nanoTime() - start;
        }
        context.verify(gather);
    }

    @Override
    public void print(CheckReport report, CheckContext context, Verdict verdict) {
        if (verdict == Verdict.STOPPED) {
            return; // there are no times
        }
        GatherTimes mine = GatherTimes.ofRank(nanos);
        List<GatherTimes> all = tally.numbers(mine.averageMillis(), mine.minMillis(), mine.maxMillis()).stream()
                .map(numbers -> new GatherTimes(numbers[0], numbers[1], numbers[2]))
                .toList();
        report.bandwidth(name(), context.outputBytes(), verdict, GatherTimes.ofRanks(all));
    }
}
