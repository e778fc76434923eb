package io.zerogather.harness.launch;

import io.zerogather.harness.report.ErrorLine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of every command that runs as a job of several ranks. */
public final class LaunchOptions {
    private static final List<String> TORCHRUN = List.of("RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT");
    private static final int MOST_RANKS = 1024;
    private static final int LAST_PORT = 65535;
    private static final String TERMINAL_PROPERTY = "zerogather.terminal";

    @Option(
            names = {"-n", "--ranks"},
            paramLabel = "N",
            description = "Start N ranks on this machine. Without it this process is one rank and torchrun's variables "
                    + "(RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR, MASTER_PORT) say which.")
    private int ranks;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "1800",
            description = "With --ranks: end the job after this time (default: ${DEFAULT-VALUE}).")
    private int timeoutSeconds;

    @Option(
            names = "--master-port",
            paramLabel = "PORT",
            description = "With --ranks: where rank 0 listens (default: a free port).")
    private int masterPort;

    @Option(
            names = "--rank-env",
            paramLabel = "R:NAME=VALUE",
            converter = RankOverride.Converter.class,
            description = "With --ranks: an environment variable of rank R alone. Repeatable.")
    private List<RankOverride> overrides = new ArrayList<>();

    /** Options at their defaults, for picocli to fill. */
    public LaunchOptions() {}

    /**
     * Runs the command: as the launcher of its ranks, or as one rank.
     *
     * @param spec the command that the user called; each rank runs its root again
     * @param ready asked before anything starts; says itself why not
     * @param program what one rank does
     * @return exit status
     * @throws ParameterException if it is not clear which ranks to run
     */
    public int run(CommandSpec spec, BooleanSupplier ready, RankProgram program) {
        if (LauncherLink.isLaunched()) {
            LauncherLink.dieWithLauncher();
            return program.run();
        }
        if (ranks < 0 || ranks > MOST_RANKS) {
            throw usage(spec, "--ranks is " + ranks + ": give 1 to " + MOST_RANKS);
        }
        List<String> missing = missingVariables(System.getenv());
        if (ranks > 0 && missing.isEmpty()) {
            throw usage(
                    spec,
                    "RANK is set, so this process is a rank already: leave --ranks out, or unset torchrun's variables");
        }
        if (ranks > 0) {
            return launch(spec, ready);
        }
        if (!missing.isEmpty()) {
            throw usage(
                    spec,
                    "Nothing says which ranks to run: pass --ranks N to start N of them here, or start one process per"
                            + " rank under torchrun (not set: " + String.join(", ", missing) + ")");
        }
        return ready.getAsBoolean() ? program.run() : ExitStatus.BROKEN;
    }

    private int launch(CommandSpec spec, BooleanSupplier ready) {
        for (RankOverride override : overrides) {
            if (override.rank() >= ranks) {
                throw usage(
                        spec,
                        "--rank-env names rank " + override.rank() + ", but there are only ranks 0 to " + (ranks - 1));
            }
        }
        if (timeoutSeconds < 1) {
            throw usage(spec, "--timeout is " + timeoutSeconds + ": give at least one second");
        }
        if (masterPort < 0 || masterPort > LAST_PORT) {
            throw usage(spec, "--master-port is " + masterPort + ": give 1 to " + LAST_PORT + ", or leave it out");
        }
        if (!ready.getAsBoolean()) {
            return ExitStatus.BROKEN;
        }
        List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
        boolean terminal = Boolean.getBoolean(TERMINAL_PROPERTY);
        JobConsole console = new JobConsole(System.out, System.err, terminal);
        try {
            int port = masterPort > 0 ? masterPort : JobEnvironment.freePort();
            JobEnvironment environment = new JobEnvironment(ranks, port, JobEnvironment.randomToken(), overrides);
            List<String> command = RankCommandLine.of(spec.root().userObject().getClass(), arguments);
            return new LocalLauncher(command, environment, Duration.ofSeconds(timeoutSeconds), console).run();
        } catch (IOException e) {
            ErrorLine.print("no free port on the loopback address: " + e.getMessage());
            return ExitStatus.BROKEN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitStatus.BROKEN;
        } finally {
            console.finish();
        }
    }

    private static List<String> missingVariables(Map<String, String> environment) {
        return TORCHRUN.stream().filter(name -> !environment.containsKey(name)).toList();
    }

    private static ParameterException usage(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
