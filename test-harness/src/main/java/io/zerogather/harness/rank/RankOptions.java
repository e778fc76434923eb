package io.zerogather.harness.rank;

import io.zerogather.harness.launch.ExitStatus;
import io.zerogather.harness.report.ErrorLine;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options about how a rank joins its job. */
public final class RankOptions {
    private static final String TIMEOUT_VARIABLE = "DS_SDMA_ALLGATHER_TIMEOUT";

    @Option(
            names = "--gather-timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "Deadline of one gather, unless " + TIMEOUT_VARIABLE + " is set (default: ${DEFAULT-VALUE}).")
    private int gatherTimeoutSeconds;

    @Option(
            names = "--simulate-hosts",
            paramLabel = "K",
            defaultValue = "1",
            hidden = true,
            description = "Make the ranks believe that they run on K hosts.")
    private int simulatedHosts;

    @Option(names = "--local_rank", paramLabel = "R", hidden = true, description = "Ignored: LOCAL_RANK says it.")
    @SuppressWarnings("UnusedVariable") // accepted because old launchers pass it
    private int localRank;

    /** Options at their defaults, for picocli to fill. */
    public RankOptions() {}

    /**
     * Looks at the options' values.
     *
     * @param spec the command that the user called
     * @throws ParameterException if one makes no sense
     */
    public void check(CommandSpec spec) {
        if (gatherTimeoutSeconds < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--gather-timeout is " + gatherTimeoutSeconds + ": give at least one second");
        }
    }

    /**
     * Joins the job, works, and leaves it again. What keeps the job from working is printed.
     *
     * @param task what this rank does
     * @return the task's exit status, or {@link ExitStatus#BROKEN}
     */
    public int run(RankTask task) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putIfAbsent(TIMEOUT_VARIABLE, Integer.toString(gatherTimeoutSeconds));
        try (RankSession session = RankSession.open(environment, simulatedHosts)) {
            return task.run(session);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitStatus.BROKEN;
        } catch (RuntimeException e) {
            ErrorLine.print(String.valueOf(e.getMessage()));
            return ExitStatus.BROKEN;
        }
    }
}
