package io.zerogather.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DataType;
import io.zerogather.harness.gather.RouteCounts;
import io.zerogather.harness.report.JsonLines;
import io.zerogather.harness.report.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The layout is the reference's, to the character; only the route counts behind a correctness row are ours. */
class CheckReportTest {
    private static final long MIB = 1 << 20;
    private static final RouteCounts ROUTES = new RouteCounts(2, 0, 0, 0, 0);

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final CheckReport report = report(JsonLines.none(), DataType.BFLOAT16, DataType.FLOAT32);

    @Test
    void hasTheLayoutOfTheReference() {
        TestSettings settings = new TestSettings(1_048_576, 20, 5, List.of(DataType.BFLOAT16), false);
        report.header(8, settings, "SDMA (host)", List.of());
        report.correctness("bfloat16", 16 * MIB, Verdict.PASSED, ROUTES);
        report.correctness("float32", 32 * MIB, Verdict.FAILED, ROUTES);
        report.bandwidthHeader(settings);
        report.bandwidth("bfloat16", 16 * MIB, Verdict.PASSED, new GatherTimes(0.123, 0.11, 0.15));
        report.result(true);

        assertThat(output.toString(StandardCharsets.UTF_8)).isEqualTo("""

                =================================================================
                  Transparent SDMA Allgather Unit Test
                  world_size    : 8
                  partition_sz  : 1,048,576 elements
                  iterations    : 20  (warmup 5)
                  backend       : SDMA (host)
                =================================================================

                --- Correctness ---
                  bfloat16    data=   16.00 MB  PASSED  [fast 2, fallback 0]
                  float32     data=   32.00 MB  FAILED  [fast 2, fallback 0]

                --- Bandwidth (iterations=20, warmup=5) ---
                  dtype          data_MB     avg_ms     min_ms     max_ms       algo_BW
                  ----------  ----------  ---------  ---------  ---------  ------------
                  bfloat16         16.00      0.123      0.110      0.150     127.03 GB/s

                Result: All correctness tests PASSED
                =================================================================

                """);
    }

    @Test
    void widensTheNamesForLongElementTypesOnly() {
        TestSettings settings = new TestSettings(1_048_576, 20, 5, List.of(DataType.FLOAT8_E4M3FNUZ), false);
        CheckReport wide = report(JsonLines.none(), DataType.INT8, DataType.FLOAT8_E4M3FNUZ);
        wide.correctness("float8_e4m3fnuz", 8 * MIB, Verdict.PASSED, ROUTES);
        wide.correctness("sizes", 8 * MIB, Verdict.PASSED, ROUTES);
        wide.bandwidthHeader(settings);
        wide.bandwidth("float8_e4m3fnuz", 8 * MIB, Verdict.PASSED, new GatherTimes(0.123, 0.11, 0.15));

        assertThat(output.toString(StandardCharsets.UTF_8)).isEqualTo("""
                  float8_e4m3fnuz  data=    8.00 MB  PASSED  [fast 2, fallback 0]
                  sizes            data=    8.00 MB  PASSED  [fast 2, fallback 0]

                --- Bandwidth (iterations=20, warmup=5) ---
                  dtype               data_MB     avg_ms     min_ms     max_ms       algo_BW
                  ---------------  ----------  ---------  ---------  ---------  ------------
                  float8_e4m3fnuz        8.00      0.123      0.110      0.150      63.52 GB/s
                """);
    }

    @Test
    void writesEveryRowAsJson(@TempDir Path folder) {
        Path file = folder.resolve("test.jsonl");
        try (JsonLines json = JsonLines.create(file)) {
            CheckReport recorded = report(json, DataType.INT8);
            recorded.begin(new JsonObject().put("record", "run"));
            recorded.correctness("int8", 800, Verdict.STOPPED, new RouteCounts(4, 3, 2, 1, 0));
            recorded.bandwidth("int8", 1L << 30, Verdict.PASSED, new GatherTimes(500, 400.5, 600));
            recorded.result(false);
        }

        assertThat(file).hasContent("""
                {"record":"run"}
                {"record":"check","name":"int8","output_bytes":800,"verdict":"stopped",\
                "fast":4,"fallback":3,"direct":2,"local":1,"empty":0}
                {"record":"bandwidth","name":"int8","output_bytes":1073741824,"verdict":"passed",\
                "avg_ms":500.0,"min_ms":400.5,"max_ms":600.0,"algo_gib_s":2.0}
                {"record":"end","passed":false}
                """);
    }

    @Test
    void saysWhenSomethingFailed() {
        report.result(false);

        assertThat(output.toString(StandardCharsets.UTF_8)).contains("Result: Some correctness tests FAILED\n");
    }

    private CheckReport report(JsonLines json, DataType... dtypes) {
        return new CheckReport(new PrintStream(output, true, StandardCharsets.UTF_8), json, List.of(dtypes));
    }
}
