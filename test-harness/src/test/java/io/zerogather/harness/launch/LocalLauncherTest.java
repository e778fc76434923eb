package io.zerogather.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks are shell scripts here: they start in no time and do exactly what a case needs. */
@Timeout(60)
class LocalLauncherTest {
    private static final String FINISH = "printf '\\036finished\\n' >&2; ";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @Test
    void endsWellWhenAllRanksDo() throws InterruptedException {
        int status = launch(3, "echo rank $RANK of $WORLD_SIZE; " + FINISH);

        assertThat(status).isEqualTo(ExitStatus.OK);
        assertThat(lines(output)).containsExactlyInAnyOrder("rank 0 of 3", "rank 1 of 3", "rank 2 of 3");
        assertThat(lines(errors)).isEmpty();
    }

    @Test
    void saysWhoWroteAnErrorUnlessItIsRankZero() throws InterruptedException {
        launch(2, "echo hello >&2; " + FINISH);

        assertThat(lines(errors)).containsExactlyInAnyOrder("hello", "[rank 1] hello");
    }

    @Test
    void passesOnAFailedVerdict() throws InterruptedException {
        assertThat(launch(2, FINISH + "exit 1")).isEqualTo(ExitStatus.FAILED);
        assertThat(lines(errors)).isEmpty();
    }

    @Test
    void endsAllWhenOneCrashesAndShowsItsLastOutput() throws InterruptedException {
        long start = System.nanoTime();

        int status = launch(3, "if [ $RANK = 1 ]; then echo out; echo why >&2; exit 7; fi; exec sleep 1000");

        assertThat(status).isEqualTo(ExitStatus.BROKEN);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
        assertThat(lines(errors))
                .contains("zerogather: rank 1 ended with exit code 7 before it had finished, so the job was ended")
                .contains("  its last output:", "  | out", "  | why");
    }

    @Test
    void namesTheSignal() throws InterruptedException {
        int status = launch(2, "if [ $RANK = 1 ]; then kill -9 $$; fi; exec sleep 1000");

        assertThat(status).isEqualTo(ExitStatus.BROKEN);
        assertThat(lines(errors))
                .contains("zerogather: rank 1 was ended by SIGKILL (exit code 137), so the job was ended")
                .contains("  it printed nothing");
    }

    @Test
    void letsSurvivorsSayWhatTheySaw() throws InterruptedException {
        String survivor = "sleep 0.3; echo lost rank 1 >&2; " + FINISH + "exit 3";

        launch(2, "if [ $RANK = 1 ]; then exit 9; fi; " + survivor);

        assertThat(lines(errors)).contains("lost rank 1");
        assertThat(lines(errors)).anyMatch(line -> line.startsWith("zerogather: rank 1 ended with exit code 9"));
    }

    @Test
    void showsOnlyTheEndOfALongOutput() throws InterruptedException {
        launch(1, "i=0; while [ $i -lt 100 ]; do echo line $i; i=$((i+1)); done; exit 5");

        assertThat(lines(errors)).contains("  | line 99", "  | line 75").doesNotContain("  | line 74");
        assertThat(lines(output)).hasSize(100);
    }

    @Test
    void killsRanksThatIgnoreTheRequestToEnd() throws InterruptedException {
        String stubborn = "trap '' TERM; while true; do sleep 0.2; done";

        int status = launch(2, "if [ $RANK = 1 ]; then exit 9; fi; " + stubborn);

        assertThat(status).isEqualTo(ExitStatus.BROKEN);
    }

    @Test
    void endsAJobThatTakesTooLong() throws InterruptedException {
        String slow = "if [ $RANK = 0 ]; then " + FINISH + "exit 0; fi; exec sleep 1000";

        int status = launch(2, slow, Duration.ofSeconds(1));

        assertThat(status).isEqualTo(ExitStatus.BROKEN);
        assertThat(lines(errors))
                .containsExactly("zerogather: the job did not end within 1 s; still running: ranks [1]."
                        + " A larger --timeout gives it more time");
    }

    @Test
    void namesAStoppedRankBeforeTheOneThatGaveUp() throws InterruptedException {
        String stopped = "until grep -q '^State:.T' /proc/$(cat $0)/status; do sleep 0.05; done; ";
        Path pid = folder.resolve("pid");
        String script = "if [ $RANK = 1 ]; then echo $$ > " + pid + "; kill -STOP $$; fi; "
                + "until [ -s " + pid + " ]; do sleep 0.05; done; " + stopped.replace("$0", pid.toString()) + FINISH
                + "exit 3";

        int status = launch(2, script);

        assertThat(status).isEqualTo(ExitStatus.BROKEN);
        assertThat(lines(errors).get(0)).matches("zerogather: rank 1 \\(process \\d+\\) is stopped by a signal, .*");
        assertThat(lines(errors).get(1)).startsWith("zerogather: rank 0 failed with exit code 3");
    }

    @Test
    void saysThatAProgramCannotBeStarted() throws InterruptedException {
        JobConsole console = console(false);

        int status = new LocalLauncher(List.of("/no/such/program"), job(1), Duration.ofSeconds(30), console).run();

        assertThat(status).isEqualTo(ExitStatus.BROKEN);
        assertThat(lines(errors)).anyMatch(line -> line.contains("/no/such/program"));
    }

    @Test
    void keepsTheProgressBarApartFromLines() throws InterruptedException {
        String working = "printf '\\036progress 1 4 sizes\\n' >&2; sleep 0.6; echo row; sleep 0.6; ";
        JobConsole console = console(true);

        int status = run(1, working + FINISH, Duration.ofSeconds(30), console);
        console.finish();

        assertThat(status).isEqualTo(ExitStatus.OK);
        assertThat(lines(output)).containsExactly("row");
        assertThat(errors.toString(StandardCharsets.UTF_8)).contains("25%").endsWith("\r\u001b[K");
    }

    @Test
    void showsNoProgressBarWithoutATerminal() throws InterruptedException {
        launch(1, "printf '\\036progress 1 4 sizes\\n' >&2; " + FINISH);

        assertThat(errors.size()).isZero();
    }

    private int launch(int ranks, String script) throws InterruptedException {
        return launch(ranks, script, Duration.ofSeconds(50));
    }

    private int launch(int ranks, String script, Duration timeout) throws InterruptedException {
        return run(ranks, script, timeout, console(false));
    }

    private static int run(int ranks, String script, Duration timeout, JobConsole console) throws InterruptedException {
        return new LocalLauncher(List.of("sh", "-c", script), job(ranks), timeout, console).run();
    }

    private JobConsole console(boolean terminal) {
        return new JobConsole(
                new PrintStream(output, true, StandardCharsets.UTF_8),
                new PrintStream(errors, true, StandardCharsets.UTF_8),
                terminal);
    }

    private static JobEnvironment job(int ranks) {
        return new JobEnvironment(ranks, 1, "token", List.of());
    }

    private static List<String> lines(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
