package io.zerogather.harness.bench;

import io.zerogather.MemoryType;
import io.zerogather.RouterStatus;
import io.zerogather.harness.report.BuildFacts;
import io.zerogather.harness.report.MachineFacts;
import io.zerogather.spi.Finding;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** The table for people: the columns of nccl-tests' all_gather_perf, then the path and how it compares. */
final class BenchTable {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double GIB = 1024.0 * 1024.0 * 1024.0;
    private static final double BUSY_ELSEWHERE = 0.05;

    private final PrintStream out;

    BenchTable(PrintStream out) {
        this.out = out;
    }

    void header(
            BenchSettings settings,
            int ranks,
            RouterStatus plan,
            List<Finding> backing,
            MachineFacts machine,
            BuildFacts build) {
        line(
                "# zerogather bench: all-gather of %s on %d ranks; best of %d batches of about %d ms",
                settings.dtype().torchName(),
                ranks,
                settings.batches(),
                settings.batchTime().toMillis());
        line(
                "# fast path: %s; library: %s",
                plan.fastPathActive() ? plan.engine() : "none, " + plan.planDetail(), plan.fallback());
        backing.forEach(finding -> line("# %s: %s", finding.topic(), finding.value()));
        line(
                "# %s, %d cores, %.1f GiB, %s",
                machine.processor(), machine.cores(), machine.memoryBytes() / GIB, machine.system());
        line(
                "# %s memory, timed %s",
                plan.memory().word(),
                plan.memory() == MemoryType.DEVICE
                        ? "by the device between events, all calls queued behind a gate; no ceiling is measured there"
                        : "from the first call to the last end");
        line("# zerogather %s (%s), %s", build.version(), build.commit(), build.java());
        line("# size: output bytes; ratio: time of the library alone by time of this path, best (median) batch;");
        line(
                "# copied: ranks x size by time%s",
                settings.ceiling() ? " (part of what two ranks can copy at once)" : "");
        line("#");
        line("# %73s  %34s", "out-of-place", "in-place");
        line(
                "# %10s %12s %8s %6s %6s %s %s  %-12s %-15s %s",
                "size", "count", "type", "redop", "root", columns("time"), columns("time"), "path", "ratio", "copied");
        line(
                "# %10s %12s %8s %6s %6s %s %s  %-12s %-15s %s",
                "(B)", "(elements)", "", "", "", units(), units(), "", "", "(GB/s)");
    }

    void rows(List<BenchRow> rows) {
        for (BenchRow row : rows) {
            line(
                    "%12d %12d %8s %6s %6s %s %s  %-12s %-15s %s",
                    row.size().outputBytes(),
                    row.size().elements(),
                    row.size().dtype().torchName(),
                    "none",
                    "-1",
                    figures(row, row.outOfPlace()),
                    figures(row, row.inPlace()),
                    row.label(),
                    String.format(Locale.ROOT, "%.2f (%.2f)", row.bestRatio(), row.medianRatio()),
                    copied(row));
        }
    }

    void percentiles(List<BenchRow> rows) {
        for (BenchRow row : rows) {
            row.outOfPlace()
                    .percentiles()
                    .ifPresent(times -> line(
                            "# %10d one by one, us: median %.1f, 99 %% within %.1f, longest %.1f  %s",
                            row.size().outputBytes(),
                            times.medianNanos() / NANOS_PER_MICRO,
                            times.p99Nanos() / NANOS_PER_MICRO,
                            times.maxNanos() / NANOS_PER_MICRO,
                            row.label()));
        }
    }

    /** What it takes to queue a gather, which the times of a device do not have in them. */
    void enqueue(List<BenchRow> rows) {
        for (BenchRow row : rows) {
            if (row.path().router().status().memory() == MemoryType.DEVICE) {
                line(
                        "# %10d queued on rank 0 in %.1f us a call  %s",
                        row.size().outputBytes(),
                        row.outOfPlace().cell().medianEnqueueNanos() / NANOS_PER_MICRO,
                        row.label());
            }
        }
    }

    /** Warns about a busy machine. */
    void others(double share) {
        if (share > BUSY_ELSEWHERE) {
            line("# other processes used %.0f %% of the processors meanwhile", share * 100);
        }
    }

    void footer(List<BenchRow> rows, boolean right) {
        long wrong = rows.stream()
                .mapToLong(row -> row.outOfPlace().wrong() + row.inPlace().wrong())
                .sum();
        line("#");
        line("# Wrong elements, guards and routes: %d %s", wrong, right ? "OK" : "FAILED");
    }

    void note(String text) {
        line("# %s", text);
    }

    private static String figures(BenchRow row, CellResult cell) {
        double micros = cell.times().bestNanos() / NANOS_PER_MICRO;
        Bandwidth rates = row.bandwidth(cell);
        String time = String.format(Locale.ROOT, micros < 1e4 ? "%9.2f" : "%9.0f", micros);
        return String.format(Locale.ROOT, "%s %7.2f %7.2f %7d", time, rates.algorithm(), rates.bus(), cell.wrong());
    }

    private static String copied(BenchRow row) {
        double rate = row.bandwidth(row.outOfPlace()).copied();
        return row.ceiling()
                .map(ceiling -> String.format(Locale.ROOT, "%.2f (%.2f)", rate, rate / ceiling))
                .orElse(String.format(Locale.ROOT, "%.2f", rate));
    }

    private static String columns(String time) {
        return String.format(Locale.ROOT, "%9s %7s %7s %7s", time, "algbw", "busbw", "#wrong");
    }

    private static String units() {
        return String.format(Locale.ROOT, "%9s %7s %7s %7s", "(us)", "(GB/s)", "(GB/s)", "");
    }

    private void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
        out.flush();
    }
}
