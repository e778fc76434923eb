package io.zerogather.harness.check;

import static io.zerogather.harness.fixture.CommandProcess.and;
import static io.zerogather.harness.fixture.CommandProcess.optIn;
import static io.zerogather.harness.fixture.CommandProcess.storeFallback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zerogather.harness.fixture.CommandProcess;
import io.zerogather.harness.fixture.CommandProcess.Result;
import io.zerogather.harness.fixture.Fault;
import io.zerogather.harness.launch.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole command with real ranks. */
@Tag("multi-process")
@Timeout(180)
class TestCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String[] SMALL = {"--partition_sz", "5000", "--iterations", "2", "--warmup", "1"};

    @Test
    void passesOnTheFastPath() {
        Result result = test(optIn(), 2);

        assertThat(result.errors()).contains("SDMA allgather enabled via host");
        assertThat(result.output())
                .contains(
                        "  world_size    : 2\n",
                        "  partition_sz  : 5,000 elements\n",
                        "  backend       : SDMA (host)\n")
                .contains("  bfloat16    data=    0.02 MB  PASSED  [fast 2, fallback 0]\n")
                .contains("  pool        ", "Result: All correctness tests PASSED\n")
                .doesNotContain("FAIL");
        assertThat(result.status()).isEqualTo(ExitStatus.OK);
    }

    @Test
    void passesOnTheFallback(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("test.jsonl");

        Result result = test(Map.of(), 3, "--json", json.toString());

        List<String> lines = Files.readAllLines(json);
        assertThat(lines.get(0)).contains("\"record\":\"run\"", "\"ranks\":3", "\"fast_path\":false", "\"processor\":");
        assertThat(lines)
                .filteredOn(line -> line.contains("\"record\":\"bandwidth\""))
                .hasSize(3);
        assertThat(lines.get(lines.size() - 1)).isEqualTo("{\"record\":\"end\",\"passed\":true}");

        assertThat(result.output())
                .contains("  backend       : Gloo (")
                .contains("  float32     data=    0.06 MB  PASSED  [fast 0, fallback 2]\n")
                .contains("Result: All correctness tests PASSED\n");
        assertThat(result.status()).isEqualTo(ExitStatus.OK);
    }

    @Test
    void fallsBackEverywhereWhenOneRankOptsOut() {
        Result result = test(optIn(), 3, "--rank-env", "2:DS_SDMA_ALLGATHER=0");

        assertThat(result.output())
                .containsPattern("backend       : Gloo \\(.*rank 2.*\\)")
                .contains("[fast 0, fallback 2]", "Result: All correctness tests PASSED\n");
        assertThat(result.status()).isEqualTo(ExitStatus.OK);
    }

    @Test
    void fallsBackEverywhereWhenOneRankCannotLoadTheLibrary() {
        Result result = test(optIn(), 3, "--rank-env", "1:JAVA_TOOL_OPTIONS=-Dzerogather.native.path=/nonexistent");

        assertThat(result.output())
                .containsPattern("backend       : Gloo \\(.*rank 1.*-Dzerogather.native.path=/nonexistent.*\\)")
                .contains("[fast 0, fallback 2]", "Result: All correctness tests PASSED\n");
        assertThat(result.status()).isEqualTo(ExitStatus.OK);
    }

    @Test
    void endsOnEveryRankWhenOneHasNoFallback() {
        Map<String, String> noOther = and(optIn(), Map.of("DS_SDMA_ALLGATHER_FALLBACK", "gloo"));

        Result result = test(noOther, 2, "--rank-env", "1:JAVA_TOOL_OPTIONS=-Dzerogather.gloo.path=/nonexistent");

        assertThat(result.errors().lines())
                .filteredOn(line -> line.contains("zerogather: ")
                        && line.contains("rank 1")
                        && line.contains("-Dzerogather.gloo.path=/nonexistent"))
                .anyMatch(line -> line.startsWith("zerogather: "))
                .anyMatch(line -> line.startsWith("[rank 1] zerogather: "));
        assertThat(result.output()).doesNotContain("Result:");
        assertThat(result.status()).isEqualTo(ExitStatus.BROKEN);
    }

    @Test
    void takesTheSmallestLimit() {
        Result result = test(optIn(), 2, "--rank-env", "1:DS_SDMA_ALLGATHER_MAX_NUMEL=4999");

        assertThat(result.output())
                .contains("  backend       : SDMA (host)\n")
                .contains("  bfloat16    data=    0.02 MB  PASSED  [fast 0, fallback 2]\n")
                .contains("  limits      data=    0.10 MB  PASSED  [fast 2, fallback 2]\n")
                .contains("Result: All correctness tests PASSED\n");
        assertThat(result.status()).isEqualTo(ExitStatus.OK);
    }

    @Test
    void fallsBackWhenTheRanksSeemToRunOnSeveralHosts() {
        Map<String, String> loopback = and(optIn(), Map.of("GLOO_SOCKET_IFNAME", "lo"));

        Result result = test(loopback, 2, "--simulate-hosts", "2");

        assertThat(result.output())
                .containsPattern("backend       : Gloo \\(.*host.*\\)")
                .contains("Result: All correctness tests PASSED\n");
        assertThat(result.status()).isEqualTo(ExitStatus.OK);
    }

    @Test
    void runsEightRanksOnFewCores() {
        Result result = test(optIn(), 8, "--dtypes", "int8");

        assertThat(result.output()).contains("  world_size    : 8\n", "Result: All correctness tests PASSED\n");
        assertThat(result.status()).isEqualTo(ExitStatus.OK);
    }

    @Test
    void runsTwoJobsOnOnePortAtTheSameTime() {
        String[] options = {"test", "--ranks", "2", "--partition-sz", "1000", "--master-port", "29511"};
        try (CommandProcess first = CommandProcess.start(optIn(), options);
                CommandProcess second = CommandProcess.start(optIn(), options)) {
            assertThat(first.await().status()).isEqualTo(ExitStatus.OK);
            assertThat(second.await().status()).isEqualTo(ExitStatus.OK);
        }
    }

    @Test
    void failsOnEveryRankForOneWrongByteOnOne() {
        Result result = faulty(Fault.FLIP);

        assertThat(result.output())
                .containsPattern("  \\[rank 1\\] FAIL: partition\\[0\\] expected all pattern\\(rank 0, gather 0\\),"
                        + " got unique values: \\[85\\]; first bad byte at offset 5000: expected 0x.., got 0x55")
                .contains("  bfloat16    data=    0.02 MB  FAILED  ", "Result: Some correctness tests FAILED\n");
        assertThat(result.status()).isEqualTo(ExitStatus.FAILED);
    }

    @Test
    void failsForAByteBehindTheOutput() {
        Result result = faulty(Fault.OVERRUN);

        assertThat(result.output()).contains("[rank 1] FAIL: output of a gather", "byte 1 behind the buffer");
        assertThat(result.status()).isEqualTo(ExitStatus.FAILED);
    }

    @Test
    void stopsWhenAGatherFails() {
        Result result = faulty(Fault.THROW, "--gather-timeout", "3");

        assertThat(result.output())
                .contains("[rank 1] FAIL: bfloat16 stopped: ", "Result: Some correctness tests FAILED\n")
                .doesNotContain("--- Bandwidth");
        assertThat(result.status()).isEqualTo(ExitStatus.FAILED);
    }

    @Test
    void endsAllWhenARankIsKilled() {
        Result result = faulty(Fault.KILL);

        assertThat(result.errors()).contains("rank 1 was ended by SIGKILL (exit code 137)");
        assertThat(result.status()).isEqualTo(ExitStatus.BROKEN);
    }

    @Test
    void endsAllWhenARankExits() {
        Result result = faulty(Fault.EXIT);

        assertThat(result.errors()).contains("rank 1 ended with exit code 0 before it had finished");
        assertThat(result.status()).isEqualTo(ExitStatus.BROKEN);
    }

    @Test
    void namesTheRankThatIsStopped() throws IOException, InterruptedException {
        try (CommandProcess command = CommandProcess.start(
                optIn(), "test", "--ranks", "3", "--gather-timeout", "2", "--iterations", "1000000")) {
            await().atMost(PATIENCE).until(() -> command.outputSoFar().contains("--- Bandwidth"));
            long pid = command.handle()
                    .children()
                    .mapToLong(ProcessHandle::pid)
                    .max()
                    .orElseThrow();
            assertThat(new ProcessBuilder("kill", "-STOP", Long.toString(pid))
                            .start()
                            .waitFor())
                    .isZero();

            Result result = command.await();

            String stopped = " (process " + pid + ") is stopped by a signal, 'kill -CONT " + pid + "' lets it go on";
            assertThat(result.errors())
                    .containsPattern("zerogather: rank [012]" + Pattern.quote(stopped + ", so the others gave up"))
                    .containsPattern("(?m)^zerogather: rank [012]" + Pattern.quote(stopped) + "$");
            assertThat(result.status()).isEqualTo(ExitStatus.BROKEN);
        }
    }

    @Test
    void startsNothingIfItsFileCannotBeWritten(@TempDir Path folder) {
        Result result = test(optIn(), 2, "--json", folder.toString());

        assertThat(result.status()).isEqualTo(ExitStatus.BROKEN);
        assertThat(result.output()).isEmpty();
        assertThat(result.errors())
                .isEqualTo("zerogather: the figures cannot be written to '" + folder
                        + "': it is a folder; name another file with --json\n");
    }

    @Test
    void doesNotClaimAReportThatNobodyGot() {
        Result result = CommandProcess.runOnFullDevice(
                optIn(), "test", "--ranks", "2", "--partition-sz", "1000", "--iterations", "1");

        assertThat(result.errors()).contains("zerogather: the report could not be written to standard output");
        assertThat(result.status()).isEqualTo(ExitStatus.BROKEN);
    }

    @Test
    void endsAJobThatHangs() {
        Result result = faulty(Fault.STALL, "--timeout", "5");

        assertThat(result.errors()).contains("did not end within 5 s; still running: ranks [0, 1]");
        assertThat(result.status()).isEqualTo(ExitStatus.BROKEN);
    }

    @Test
    void givesUpOnARankThatNeverArrives() {
        Map<String, String> impatient = and(optIn(), Map.of("DS_SDMA_ALLGATHER_OPEN_TIMEOUT", "3"));

        Result result = test(impatient, 2, "--rank-env", "1:MASTER_PORT=1");

        assertThat(result.errors())
                .contains("[rank 1] zerogather: rank 1 of 2 found no rank 0 within 3.0 s at 127.0.0.1");
        assertThat(result.status()).isEqualTo(ExitStatus.BROKEN);
    }

    @Test
    void runsOneProcessPerRankUnderTheVariablesOfTorchrun() {
        try (CommandProcess first = CommandProcess.start(place(0), "test", "--partition-sz", "1000");
                CommandProcess second =
                        CommandProcess.start(place(1), "test", "--local_rank", "1", "--partition-sz", "1000")) {
            Result report = first.await();
            assertThat(report.output()).contains("Result: All correctness tests PASSED\n");
            assertThat(report.status()).isEqualTo(ExitStatus.OK);
            assertThat(second.await())
                    .isEqualTo(new Result(ExitStatus.OK, "", second.await().errors()));
        }
    }

    private static Map<String, String> place(int rank) {
        return Map.of(
                "RANK",
                Integer.toString(rank),
                "WORLD_SIZE",
                "2",
                "LOCAL_RANK",
                Integer.toString(rank),
                "MASTER_ADDR",
                "127.0.0.1",
                "MASTER_PORT",
                "29531",
                "TORCHELASTIC_RUN_ID",
                "run-" + ProcessHandle.current().pid());
    }

    private static Result faulty(Fault fault, String... options) {
        String[] all = concat(options, "--rank-env", "1:" + Fault.VARIABLE + "=" + fault.value());
        return test(storeFallback(), 2, all);
    }

    private static Result test(Map<String, String> environment, int ranks, String... options) {
        String[] all = concat(concat(new String[] {"test", "--ranks", Integer.toString(ranks)}, SMALL), options);
        return CommandProcess.run(environment, all);
    }

    private static String[] concat(String[] first, String... second) {
        String[] all = new String[first.length + second.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
