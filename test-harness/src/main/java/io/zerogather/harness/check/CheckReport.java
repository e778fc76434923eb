package io.zerogather.harness.check;

import java.io.PrintStream;
import java.util.Locale;

/** The reference's report, to the character; printed by rank 0. */
final class CheckReport {
    private static final String RULE = "=".repeat(65);
    private static final double MIB = 1024.0 * 1024.0;
    private static final double GIB = MIB * 1024.0;

    private final PrintStream out;

    CheckReport(PrintStream out) {
        this.out = out;
    }

    void header(int worldSize, TestSettings settings, String backend) {
        line("");
        line(RULE);
        line("  Transparent SDMA Allgather Unit Test");
        line("  world_size    : %d", worldSize);
        line("  partition_sz  : %,d elements", settings.elements());
        line("  iterations    : %d  (warmup %d)", settings.iterations(), settings.warmup());
        line("  backend       : %s", backend);
        line(RULE);
        line("");
        line("--- Correctness ---");
    }

    void correctness(String name, long outputBytes, boolean passed, String routes) {
        line("  %-10s  data=%8.2f MB  %s  %s", name, outputBytes / MIB, passed ? "PASSED" : "FAILED", routes);
    }

    void bandwidthHeader(TestSettings settings) {
        line("");
        line("--- Bandwidth (iterations=%d, warmup=%d) ---", settings.iterations(), settings.warmup());
        line("  %-10s  %10s  %9s  %9s  %9s  %12s", "dtype", "data_MB", "avg_ms", "min_ms", "max_ms", "algo_BW");
        line(
                "  %s  %s  %s  %s  %s  %s",
                "-".repeat(10), "-".repeat(10), "-".repeat(9), "-".repeat(9), "-".repeat(9), "-".repeat(12));
    }

    void bandwidth(String dtype, long outputBytes, GatherTimes times) {
        double gibPerSecond = outputBytes / (times.averageMillis() / 1000) / GIB;
        line(
                "  %-10s  %10.2f  %9.3f  %9.3f  %9.3f  %9.2f GB/s",
                dtype, outputBytes / MIB, times.averageMillis(), times.minMillis(), times.maxMillis(), gibPerSecond);
    }

    void result(boolean passed) {
        line("");
        line("Result: %s", passed ? "All correctness tests PASSED" : "Some correctness tests FAILED");
        line(RULE);
        line("");
    }

    private void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
