package io.zerogather.harness.launch;

import static io.zerogather.harness.fixture.CommandProcess.storeFallback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.zerogather.harness.fixture.CommandProcess;
import io.zerogather.harness.fixture.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However the launcher ends, no rank is left behind. */
@Tag("multi-process")
@Timeout(120)
class LauncherDeathTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM", "INT"})
    void takesTheRanksAlong(String signal) throws IOException, InterruptedException {
        // A shell's background job ignores SIGINT, and so do the processes that it starts.
        assumeFalse(signal.equals("INT") && ignoresInterrupts(), "SIGINT is ignored where these tests were started");
        String stall = ":" + Fault.VARIABLE + "=" + Fault.STALL.value();
        try (CommandProcess command = CommandProcess.start(
                storeFallback(), "test", "--ranks", "2", "--rank-env", "0" + stall, "--rank-env", "1" + stall)) {
            await().atMost(PATIENCE).until(() -> command.outputSoFar().contains("--- Correctness ---"));
            List<ProcessHandle> ranks = command.handle().children().toList();
            assertThat(ranks).hasSize(2);

            String pid = Long.toString(command.handle().pid());
            assertThat(new ProcessBuilder("kill", "-" + signal, pid).start().waitFor())
                    .isZero();

            await().atMost(PATIENCE).until(() -> ranks.stream().noneMatch(ProcessHandle::isAlive));
            assertThat(command.await().status()).isNotZero();
        }
    }

    private static boolean ignoresInterrupts() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            String mask = lines.filter(line -> line.startsWith("SigIgn:"))
                    .map(line -> line.substring("SigIgn:".length()).strip())
                    .findFirst()
                    .orElse("0");
            return (Long.parseUnsignedLong(mask, 16) >> 1 & 1) == 1;
        }
    }
}
