package io.zerogather.harness.rank;

/** What a rank does once it has joined its job. */
@FunctionalInterface
public interface RankTask {
    /**
     * Does it.
     *
     * @param session the rank's place in its job
     * @return exit status
     * @throws InterruptedException if the rank is told to stop
     */
    int run(RankSession session) throws InterruptedException;
}
