package io.zerogather.harness.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Runs one job: starts its ranks, waits for all of them, and ends all when one is lost, when the time is over, or when
 * this process is told to stop.
 */
final class LocalLauncher {
    /** What the survivors of a crash get to say what they saw. */
    private static final Duration LAST_WORDS = Duration.ofMillis(1500);

    /** What ranks get to end after SIGTERM, before SIGKILL. */
    private static final Duration TERMINATION = Duration.ofSeconds(2);

    private final List<String> command;
    private final JobEnvironment environment;
    private final Duration timeout;
    private final JobConsole console;
    private final List<RankProcess> ranks = new CopyOnWriteArrayList<>();
    private final BlockingQueue<RankProcess> ended = new LinkedBlockingQueue<>();
    private volatile boolean stopping;

    /**
     * A job that is not started yet.
     *
     * @param command program and arguments of every rank
     * @param environment the job's variables
     * @param timeout how long the whole job may take
     * @param console where the ranks' output goes
     */
    LocalLauncher(List<String> command, JobEnvironment environment, Duration timeout, JobConsole console) {
        this.command = List.copyOf(command);
        this.environment = environment;
        this.timeout = timeout;
        this.console = console;
    }

    /**
     * Runs the job to its end. No rank is left when this returns.
     *
     * @return the job's exit status
     * @throws InterruptedException if the calling thread is interrupted; the ranks are ended
     */
    int run() throws InterruptedException {
        Thread stop = new Thread(this::stop, "zerogather-stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            start();
            return report(awaitRanks());
        } catch (IOException e) {
            console.note("zerogather: cannot start a rank: " + e.getMessage());
            return ExitStatus.BROKEN;
        } finally {
            endAll();
            removeHook(stop);
        }
    }

    private void start() throws IOException {
        for (int rank = 0; rank < environment.ranks() && !stopping; rank++) {
            RankProcess started = RankProcess.start(rank, command, environment, console);
            ranks.add(started);
            started.onExit(ended::add);
        }
        if (stopping) {
            ranks.forEach(RankProcess::kill); // the hook may have looked before the last one started
        }
    }

    /** Waits until all ranks have ended; from the first failure on only as long as the others may still speak. */
    private JobOutcome awaitRanks() throws InterruptedException {
        List<RankExit> exits = new ArrayList<>();
        long deadline = System.nanoTime() + timeout.toNanos();
        boolean broken = false;
        while (exits.size() < ranks.size()) {
            RankProcess next = ended.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                return new JobOutcome(exits, running(), !broken);
            }
            RankExit exit = next.exit();
            exits.add(exit);
            if (!broken && !exit.orderly()) {
                broken = true;
                deadline = System.nanoTime() + LAST_WORDS.toNanos();
            }
        }
        return new JobOutcome(exits, List.of(), false);
    }

    private List<Integer> running() {
        return ranks.stream()
                .filter(RankProcess::isAlive)
                .map(RankProcess::rank)
                .toList();
    }

    private int report(JobOutcome outcome) {
        if (stopping) {
            return ExitStatus.BROKEN; // the user knows
        }
        ranks.stream()
                .filter(rank -> outcome.running().contains(rank.rank()) && ProcessState.isStopped(rank.pid()))
                .map(rank -> ProcessState.describeStopped(rank.rank(), rank.pid()))
                .forEach(stopped -> console.note("zerogather: " + stopped));
        RankExit cause = outcome.cause().orElse(null);
        if (cause != null) {
            console.note("zerogather: rank " + cause.rank() + " " + cause.describe() + ", so the job was ended");
            showLastOutput(cause);
        }
        if (outcome.timedOut()) {
            console.note("zerogather: the job did not end within " + timeout.toSeconds() + " s; still running: ranks "
                    + outcome.running() + ". A larger --timeout gives it more time");
        }
        return outcome.status();
    }

    private void showLastOutput(RankExit cause) {
        if (!cause.crashed()) {
            return; // it has said what was wrong
        }
        List<String> lines = ranks.get(cause.rank()).lastOutput();
        console.note(lines.isEmpty() ? "  it printed nothing" : "  its last output:");
        lines.forEach(line -> console.note("  | " + line));
    }

    private void stop() {
        stopping = true;
        endAll();
    }

    /** Asks, waits, kills. */
    private void endAll() {
        List<RankProcess> alive = ranks.stream().filter(RankProcess::isAlive).toList();
        alive.forEach(RankProcess::terminate);
        long deadline = System.nanoTime() + TERMINATION.toNanos();
        for (RankProcess rank : alive) {
            if (!endedBy(rank, deadline)) {
                rank.kill();
            }
        }
    }

    private static boolean endedBy(RankProcess rank, long deadline) {
        try {
            return rank.awaitEnd(Math.max(0, deadline - System.nanoTime()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending and the hook runs.
        }
    }
}
