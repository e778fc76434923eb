package io.zerogather.harness;

import io.zerogather.harness.bench.BenchCommand;
import io.zerogather.harness.check.TestCommand;
import io.zerogather.harness.doctor.DoctorCommand;
import io.zerogather.harness.launch.ExitStatus;
import io.zerogather.harness.launch.LauncherLink;
import io.zerogather.harness.report.BuildFacts;
import io.zerogather.harness.report.ErrorLine;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;

/** Entry point of the {@code zerogather} command. */
@Command(
        name = "zerogather",
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        versionProvider = ZerogatherCommand.Version.class,
        subcommands = {TestCommand.class, BenchCommand.class, DoctorCommand.class, CommandLine.HelpCommand.class},
        description = {
            "Decides for each all-gather whether copy engines or a collective library move the bytes;",
            "this command checks that the bytes are right and measures how fast they are."
        },
        footer = {"", "The environment decides the route: DS_SDMA_ALLGATHER=1 on every rank opts in to the fast path."})
public final class ZerogatherCommand {
    private ZerogatherCommand() {}

    /**
     * Runs the command and ends the process with its status.
     *
     * @param args subcommand and options
     */
    public static void main(String[] args) {
        int status = commandLine().execute(args);
        if (System.out.checkError()) {
            ErrorLine.print(
                    "the report could not be written to standard output: is the disk full, or the reader gone?");
            status = ExitStatus.BROKEN;
        }
        LauncherLink.finished();
        System.exit(status);
    }

    /** The command with its subcommands, ready to run. */
    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new ZerogatherCommand());
        commandLine.setParameterExceptionHandler(ZerogatherCommand::reportUsage);
        commandLine.setExecutionExceptionHandler(ZerogatherCommand::reportFailure);
        return commandLine;
    }

    private static int reportUsage(ParameterException mistake, String[] args) {
        PrintWriter errors = mistake.getCommandLine().getErr();
        errors.println(ErrorLine.of(String.valueOf(mistake.getMessage())));
        errors.println("Try '" + mistake.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
        errors.flush();
        return ExitStatus.USAGE;
    }

    private static int reportFailure(Exception failure, CommandLine commandLine, CommandLine.ParseResult parsed) {
        PrintWriter errors = commandLine.getErr();
        errors.println(ErrorLine.of(failure.toString()));
        failure.printStackTrace(errors);
        errors.flush();
        return ExitStatus.BROKEN;
    }

    /** What {@code --version} prints. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            BuildFacts build = BuildFacts.current();
            return new String[] {"zerogather " + build.version() + " (" + build.commit() + ")", build.java()};
        }
    }
}
