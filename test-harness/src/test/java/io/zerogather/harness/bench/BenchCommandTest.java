package io.zerogather.harness.bench;

import static io.zerogather.harness.fixture.CommandProcess.optIn;
import static io.zerogather.harness.fixture.CommandProcess.storeFallback;
import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.harness.fixture.CommandProcess;
import io.zerogather.harness.fixture.CommandProcess.Result;
import io.zerogather.harness.fixture.Fault;
import io.zerogather.harness.launch.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole command with real ranks; no figure is judged, since the machine is shared. */
@Tag("multi-process")
@Timeout(180)
class BenchCommandTest {
    private static final String[] QUICK = {"bench", "--ranks", "2", "--batches", "2", "--batch-millis", "5"};

    @Test
    void comparesEveryPathAtEverySize(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("bench.jsonl");

        Result result =
                bench(optIn(), "--shard-bytes", "4K,64K", "--percentiles", "--ceiling", "--json", json.toString());

        assertThat(result.status()).isEqualTo(ExitStatus.OK);
        assertThat(rows(result)).hasSize(8);
        for (String path : List.of("staged", "direct", "gloo", "gloo-raw")) {
            assertThat(rows(result))
                    .filteredOn(row -> row.contains(" " + path + " "))
                    .hasSize(2);
        }
        assertThat(rows(result))
                .filteredOn(row -> row.contains(" gloo-raw "))
                .allMatch(row -> row.contains("1.00 (1.00)"));
        List<String> lines = Files.readAllLines(json);
        assertThat(lines).hasSize(18).allMatch(line -> line.startsWith("{\"record\":") && line.endsWith("}"));
        assertThat(lines.get(0)).contains("\"ranks\":2", "\"engine\":\"host\"", "\"library\":\"gloo\"");
        assertThat(lines.get(1))
                .contains("\"size_bytes\":8192", "\"shard_bytes\":4096", "\"count\":1024", "\"path\":\"staged\"")
                .contains("\"in_place\":false", "\"ratio_best\":", "\"ceiling_gb_s\":", "\"p99_us\":", "\"wrong\":0");
        assertThat(lines.get(17)).isEqualTo("{\"record\":\"end\",\"passed\":true}");
    }

    @Test
    void measuresTheLibraryAloneWithoutAFastPath() {
        Result result = bench(Map.of(), "-b", "8K", "-e", "8K");

        assertThat(result.status()).isEqualTo(ExitStatus.OK);
        assertThat(rows(result)).hasSize(2).allMatch(row -> row.contains("gloo"));
        assertThat(result.output()).contains("# fast path: none, ");
    }

    @Test
    void seesBytesThatAreLostUnderLoadOnly() {
        Result result = CommandProcess.run(
                storeFallback(),
                "bench",
                "--ranks",
                "2",
                "--shard-bytes",
                "4K",
                "--batches",
                "1",
                "--batch-millis",
                "200",
                "--rank-env",
                "1:" + Fault.VARIABLE + "=" + Fault.FLIP_UNDER_LOAD.value());

        assertThat(result.output()).contains("[rank 1] FAIL: partition[0] expected all pattern(rank 0, gather 1000)");
        assertThat(result.output()).doesNotContain("expected all pattern(rank 0, gather 0)");
        assertThat(result.status()).isEqualTo(ExitStatus.FAILED);
    }

    @Test
    void failsUnderTheDemandedRatio() {
        Result result = bench(optIn(), "--shard-bytes", "1M", "--ratio-floor", "1000000");

        assertThat(result.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(result.output()).containsPattern("# Ratio floor 1000000.00 .*: FAILED \\(lowest ");
    }

    @Test
    void labelsSizesThatTheFastPathDoesNotTake() {
        Result result = bench(
                Map.of("DS_SDMA_ALLGATHER", "1", "DS_SDMA_ALLGATHER_MAX_NUMEL", "2000"),
                "--shard-bytes",
                "4K,64K",
                "--ratio-floor",
                "0.001");

        assertThat(rows(result)).filteredOn(row -> row.contains(" gloo:limit ")).hasSize(2);
        assertThat(rows(result)).filteredOn(row -> row.contains(" staged ")).hasSize(1);
        assertThat(result.output()).contains("FAILED, no gather of 1 MiB or more per rank took the fast path");
        assertThat(result.status()).isEqualTo(ExitStatus.FAILED);
    }

    private static List<String> rows(Result result) {
        return result.output().lines().filter(line -> !line.startsWith("#")).toList();
    }

    private static Result bench(Map<String, String> environment, String... options) {
        String[] all = new String[QUICK.length + options.length];
        System.arraycopy(QUICK, 0, all, 0, QUICK.length);
        System.arraycopy(options, 0, all, QUICK.length, options.length);
        return CommandProcess.run(environment, all);
    }
}
