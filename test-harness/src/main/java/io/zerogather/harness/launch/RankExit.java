package io.zerogather.harness.launch;

import java.util.Map;

/**
 * How one rank ended.
 *
 * @param rank the rank
 * @param code the process's exit code; 128 + s if signal s ended it
 * @param finished true if the rank said that it had finished
 */
record RankExit(int rank, int code, boolean finished) {
    private static final int FIRST_SIGNAL_CODE = 128;
    private static final Map<Integer, String> SIGNALS = Map.of(
            1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 8, "SIGFPE", 9, "SIGKILL",
            11, "SIGSEGV", 15, "SIGTERM");

    /**
     * Whether the rank did what it was told, with whatever verdict.
     *
     * @return false for a crash or a failed set-up: the job cannot go on without it
     */
    boolean orderly() {
        return finished && code != ExitStatus.BROKEN;
    }

    /**
     * Whether the rank ended without saying so.
     *
     * @return true for a crash
     */
    boolean crashed() {
        return !finished;
    }

    /**
     * The end in words.
     *
     * @return for example {@code was ended by SIGKILL (exit code 137)}
     */
    String describe() {
        if (finished) {
            return "failed with exit code " + code;
        }
        if (code > FIRST_SIGNAL_CODE) {
            int signal = code - FIRST_SIGNAL_CODE;
            return "was ended by " + SIGNALS.getOrDefault(signal, "signal " + signal) + " (exit code " + code + ")";
        }
        return "ended with exit code " + code + " before it had finished";
    }
}
