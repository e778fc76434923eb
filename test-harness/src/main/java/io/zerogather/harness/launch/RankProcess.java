package io.zerogather.harness.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One rank that this process started. */
final class RankProcess {
    private static final Duration OUTPUT_PATIENCE = Duration.ofSeconds(2);

    private final int rank;
    private final Process process;
    private final OutputTail tail = new OutputTail();
    private final LinePump output;
    private final LinePump errors;
    private volatile boolean finished;

    private RankProcess(int rank, Process process, JobConsole console) {
        this.rank = rank;
        this.process = process;
        this.output = LinePump.start("rank-" + rank + "-out", process.getInputStream(), line -> {
            tail.add(line);
            console.output(line);
        });
        this.errors = LinePump.start("rank-" + rank + "-err", process.getErrorStream(), line -> error(line, console));
    }

    /**
     * Starts a rank. Its standard input stays open as long as this process lives.
     *
     * @param rank the rank
     * @param command program and arguments
     * @param environment the job's variables
     * @param console where its output goes
     * @return the running rank
     * @throws IOException if the program cannot be started
     */
    static RankProcess start(int rank, List<String> command, JobEnvironment environment, JobConsole console)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment.of(rank));
        return new RankProcess(rank, builder.start(), console);
    }

    int rank() {
        return rank;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Calls back once the process has ended.
     *
     * @param callback gets this rank, on some thread
     */
    void onExit(Consumer<RankProcess> callback) {
        CompletableFuture<Void> unused = process.onExit().thenAccept(ended -> callback.accept(this));
    }

    /**
     * How the rank ended; its output has been passed on before.
     *
     * @return the end of a process that is dead
     * @throws InterruptedException if the calling thread is interrupted
     */
    RankExit exit() throws InterruptedException {
        output.join(OUTPUT_PATIENCE);
        errors.join(OUTPUT_PATIENCE);
        return new RankExit(rank, process.exitValue(), finished);
    }

    List<String> lastOutput() {
        return tail.lines();
    }

    /** Asks the rank to end. */
    void terminate() {
        process.destroy();
    }

    /** Ends the rank. */
    void kill() {
        process.destroyForcibly();
    }

    boolean awaitEnd(long nanos) throws InterruptedException {
        return process.waitFor(nanos, TimeUnit.NANOSECONDS);
    }

    private void error(String line, JobConsole console) {
        ControlLine control = ControlLine.parse(line).orElse(null);
        if (control == null) {
            tail.add(line);
            console.error(rank, line);
        } else if (control.progress() == null) {
            finished = true;
        } else if (rank == 0) {
            console.progress(control.progress());
        }
    }
}
