package io.zerogather.harness.launch;

/** What one rank of a job does. */
@FunctionalInterface
public interface RankProgram {
    /**
     * Runs the rank to its end.
     *
     * @return exit status
     */
    int run();
}
