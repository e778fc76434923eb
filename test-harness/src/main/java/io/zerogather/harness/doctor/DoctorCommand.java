package io.zerogather.harness.doctor;

import io.zerogather.PlanPreview;
import io.zerogather.Router;
import io.zerogather.harness.launch.ExitStatus;
import io.zerogather.harness.report.ErrorLine;
import io.zerogather.harness.report.JsonLines;
import io.zerogather.harness.report.Services;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.TorchrunEnvironment;
import io.zerogather.settings.Settings;
import io.zerogather.spi.DeviceRuntime;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code zerogather doctor}. */
@Command(
        name = "doctor",
        description = {
            "Says what was found (GPU runtimes, devices, collective libraries, settings, environment), which plan would",
            "be chosen, and why each backend that is not in it was refused. Opens no communicator and moves no byte.",
            "Under torchrun (RANK and WORLD_SIZE set) all ranks take part and rank 0 reports what they agree on."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the fast path would be active",
            "1:it would not; the report says why",
            "2:the command line is wrong",
            "3:the ranks could not be asked, or the report could not be written"
        },
        footer = {
            "",
            "Examples:",
            "  DS_SDMA_ALLGATHER=1 zerogather doctor --ranks 4 --json doctor.jsonl",
            "  torchrun --no-python --nproc-per-node 4 zerogather doctor"
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final int MOST_RANKS = 1024;
    private static final String WORLD_SIZE = "WORLD_SIZE";

    private final Map<String, String> environment = System.getenv();

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-n", "--ranks"},
            paramLabel = "N",
            description = "Make the plan for N ranks on this machine, at most " + MOST_RANKS
                    + " (default: this process alone, which has no fast path).")
    private @Nullable Integer ranks;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write every finding as JSON Lines.")
    private @Nullable Path file;

    /** The command at its defaults, for picocli to fill. */
    @SuppressWarnings("NullAway.Init") // picocli fills the spec
    public DoctorCommand() {}

    @Override
    public Integer call() {
        String worldSize = environment.getOrDefault(WORLD_SIZE, "1");
        boolean inJob = !worldSize.equals("1");
        if (ranks != null && inJob) {
            throw usage(
                    WORLD_SIZE + " is " + worldSize + ", so the job says how many ranks there are: leave --ranks out");
        }
        if (ranks != null && (ranks < 1 || ranks > MOST_RANKS)) {
            throw usage("--ranks is " + ranks + ": give 1 to " + MOST_RANKS);
        }
        Settings settings = Settings.of(environment);
        DoctorWatch watch = new DoctorWatch(DoctorWatch.patience(settings.openTimeout()), DoctorCommand::giveUp);
        watch.start();
        try {
            return inJob ? together(settings, watch) : alone(settings, watch);
        } catch (RuntimeException e) {
            ErrorLine.print(String.valueOf(e.getMessage()));
            return ExitStatus.BROKEN;
        }
    }

    /** A process that nobody started as one of several is a world of its own. */
    private int alone(Settings settings, DoctorWatch watch) {
        try (JsonLines json = json()) {
            watch.step("the preview of the plan");
            PlanPreview plan = Router.builder().settings(settings).preview(ranks == null ? 1 : ranks);
            return report(settings, PlanSection.of(plan, false), plan, 0, json, watch);
        }
    }

    private int together(Settings settings, DoctorWatch watch) {
        TorchrunEnvironment place = TorchrunEnvironment.of(environment);
        try (JsonLines json = place.rank() == 0 ? json() : JsonLines.none();
                Rendezvous store = place.open(Deadline.after(settings.openTimeout()))) {
            watch.step("the preview of the plan");
            PlanPreview plan = Router.builder()
                    .settings(settings)
                    .rendezvous(store)
                    .localRank(place.localRank())
                    .preview(place.worldSize());
            return place.rank() == 0
                    ? report(settings, PlanSection.of(plan, true), plan, place.localRank(), json, watch)
                    : status(plan);
        }
    }

    private int report(
            Settings settings, Section planned, PlanPreview plan, int localRank, JsonLines json, DoctorWatch watch) {
        List<Section> sections = List.of(
                HostSection.of(environment),
                RuntimeSection.of(Services.of(ServiceLoader.load(DeviceRuntime.class)), watch),
                ProviderSection.find(settings, localRank, plan.ranks(), watch),
                SettingsSection.of(settings, environment),
                VariableSection.of(environment, VariableSection.configurationFiles()),
                planned);
        watch.step("writing the report");
        DoctorReport report = new DoctorReport(sections, plan);
        report.print(System.out);
        report.write(json, spec.root().commandLine().getParseResult().originalArgs());
        return status(plan);
    }

    private JsonLines json() {
        return file == null ? JsonLines.none() : JsonLines.create(file);
    }

    /** What hangs cannot be interrupted, and may hold locks that an orderly end would want. */
    private static void giveUp(String why) {
        ErrorLine.print(why);
        Runtime.getRuntime().halt(ExitStatus.BROKEN);
    }

    private static int status(PlanPreview plan) {
        return plan.fastPathActive() ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
