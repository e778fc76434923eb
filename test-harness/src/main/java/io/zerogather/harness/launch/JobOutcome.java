package io.zerogather.harness.launch;

import java.util.List;
import java.util.Optional;

/**
 * How a job ended.
 *
 * @param exits the ranks that ended by themselves, in that order
 * @param running ranks that had to be ended
 * @param timedOut true if the job's own time was over
 */
record JobOutcome(List<RankExit> exits, List<Integer> running, boolean timedOut) {
    JobOutcome {
        exits = List.copyOf(exits);
        running = List.copyOf(running);
    }

    /**
     * The rank that broke the job: the first that crashed, else the first that could not go on.
     *
     * @return how it ended, or empty if none did
     */
    Optional<RankExit> cause() {
        Optional<RankExit> crash = exits.stream().filter(RankExit::crashed).findFirst();
        return crash.isPresent()
                ? crash
                : exits.stream().filter(exit -> !exit.orderly()).findFirst();
    }

    /**
     * The job's exit status: the worst of its ranks'.
     *
     * @return one of {@link ExitStatus}
     */
    int status() {
        if (timedOut || cause().isPresent()) {
            return ExitStatus.BROKEN;
        }
        return exits.stream().mapToInt(RankExit::code).max().orElse(ExitStatus.BROKEN);
    }
}
