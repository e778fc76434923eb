package io.zerogather.harness.check;

import io.zerogather.DataType;
import io.zerogather.harness.gather.RouteCounts;
import io.zerogather.harness.report.JsonLines;
import io.zerogather.harness.report.JsonObject;
import io.zerogather.harness.report.RunRecord;
import io.zerogather.spi.Finding;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** The reference's report, to the character, and the same figures as JSON Lines; printed by rank 0. */
final class CheckReport {
    private static final String RULE = "=".repeat(65);
    private static final int NAME_WIDTH = 10;
    private static final double MIB = 1024.0 * 1024.0;
    private static final double GIB = MIB * 1024.0;

    private final PrintStream out;
    private final JsonLines json;
    private final int nameWidth;

    /**
     * A report without rows.
     *
     * @param out gets the text
     * @param json gets the figures
     * @param dtypes element types that have rows; names longer than the reference's widen the column
     */
    CheckReport(PrintStream out, JsonLines json, List<DataType> dtypes) {
        this.out = out;
        this.json = json;
        this.nameWidth =
                dtypes.stream().mapToInt(dtype -> dtype.torchName().length()).reduce(NAME_WIDTH, Math::max);
    }

    /** Starts the file of figures. */
    void begin(JsonObject facts) {
        json.write(facts);
    }

    void header(int worldSize, TestSettings settings, String backend, List<Finding> backing) {
        line("");
        line(RULE);
        line("  Transparent SDMA Allgather Unit Test");
        line("  world_size    : %d", worldSize);
        line("  partition_sz  : %,d elements", settings.elements());
        line("  iterations    : %d  (warmup %d)", settings.iterations(), settings.warmup());
        line("  backend       : %s", backend);
        backing.forEach(finding -> line("  %-14s: %s", finding.topic(), finding.value()));
        line(RULE);
        line("");
        line("--- Correctness ---");
    }

    void correctness(String name, long outputBytes, Verdict verdict, RouteCounts routes) {
        String passed = verdict == Verdict.PASSED ? "PASSED" : "FAILED";
        line("  %s  data=%8.2f MB  %s  %s", column(name), outputBytes / MIB, passed, routes);
        json.write(row("check", name, outputBytes, verdict)
                .put("fast", routes.fast())
                .put("fallback", routes.fallback())
                .put("direct", routes.direct())
                .put("local", routes.local())
                .put("empty", routes.empty()));
    }

    void bandwidthHeader(TestSettings settings) {
        line("");
        line("--- Bandwidth (iterations=%d, warmup=%d) ---", settings.iterations(), settings.warmup());
        line("  %s  %10s  %9s  %9s  %9s  %12s", column("dtype"), "data_MB", "avg_ms", "min_ms", "max_ms", "algo_BW");
        line(
                "  %s  %s  %s  %s  %s  %s",
                "-".repeat(nameWidth), "-".repeat(10), "-".repeat(9), "-".repeat(9), "-".repeat(9), "-".repeat(12));
    }

    void bandwidth(String dtype, long outputBytes, Verdict verdict, GatherTimes times) {
        double gibPerSecond = outputBytes / (times.averageMillis() / 1000) / GIB;
        line(
                "  %s  %10.2f  %9.3f  %9.3f  %9.3f  %9.2f GB/s",
                column(dtype),
                outputBytes / MIB,
                times.averageMillis(),
                times.minMillis(),
                times.maxMillis(),
                gibPerSecond);
        json.write(row("bandwidth", dtype, outputBytes, verdict)
                .put("avg_ms", times.averageMillis())
                .put("min_ms", times.minMillis())
                .put("max_ms", times.maxMillis())
                .put("algo_gib_s", gibPerSecond));
    }

    void result(boolean passed) {
        line("");
        line("Result: %s", passed ? "All correctness tests PASSED" : "Some correctness tests FAILED");
        line(RULE);
        line("");
        json.write(RunRecord.end(passed));
    }

    private static JsonObject row(String record, String name, long outputBytes, Verdict verdict) {
        return new JsonObject()
                .put("record", record)
                .put("name", name)
                .put("output_bytes", outputBytes)
                .put("verdict", verdict.name().toLowerCase(Locale.ROOT));
    }

    private String column(String name) {
        return name + " ".repeat(nameWidth - name.length());
    }

    private void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }
}
