package io.zerogather.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DataType;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The layout is the reference's, to the character; only the route counts behind a correctness row are ours. */
class CheckReportTest {
    private static final long MIB = 1 << 20;

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final CheckReport report = new CheckReport(new PrintStream(output, true, StandardCharsets.UTF_8));

    @Test
    void hasTheLayoutOfTheReference() {
        TestSettings settings = new TestSettings(1_048_576, 20, 5, List.of(DataType.BFLOAT16), false);
        report.header(8, settings, "SDMA (host)");
        report.correctness("bfloat16", 16 * MIB, true, "[fast 2, fallback 0]");
        report.correctness("float32", 32 * MIB, false, "[fast 2, fallback 0]");
        report.bandwidthHeader(settings);
        report.bandwidth("bfloat16", 16 * MIB, new GatherTimes(0.123, 0.11, 0.15));
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
    void saysWhenSomethingFailed() {
        report.result(false);

        assertThat(output.toString(StandardCharsets.UTF_8)).contains("Result: Some correctness tests FAILED\n");
    }
}
