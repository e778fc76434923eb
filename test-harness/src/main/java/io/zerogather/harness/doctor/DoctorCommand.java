package io.zerogather.harness.doctor;

import io.zerogather.PlanPreview;
import io.zerogather.Router;
import io.zerogather.harness.launch.ExitStatus;
import io.zerogather.harness.report.JsonLines;
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
            "3:the ranks could not be asked, or the file could not be written"
        },
        footer = {
            "",
            "Examples:",
            "  DS_SDMA_ALLGATHER=1 zerogather doctor --ranks 4 --json doctor.jsonl",
            "  torchrun --no-python --nproc-per-node 4 zerogather doctor"
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final int FEWEST_RANKS = 2;
    private static final int MOST_RANKS = 1024;
    private static final String WORLD_SIZE = "WORLD_SIZE";

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-n", "--ranks"},
            paramLabel = "N",
            description = "Make the plan for N ranks on this machine, at most " + MOST_RANKS
                    + " (default: one for each device, at least " + FEWEST_RANKS + ").")
    private @Nullable Integer ranks;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write every finding as JSON Lines.")
    private @Nullable Path file;

    /** The command at its defaults, for picocli to fill. */
    @SuppressWarnings("NullAway.Init") // picocli fills the spec
    public DoctorCommand() {}

    @Override
    public Integer call() {
        Map<String, String> environment = System.getenv();
        String worldSize = environment.getOrDefault(WORLD_SIZE, "1");
        boolean inJob = !worldSize.equals("1");
        if (ranks != null && inJob) {
            throw usage(
                    WORLD_SIZE + " is " + worldSize + ", so the job says how many ranks there are: leave --ranks out");
        }
        if (ranks != null && (ranks < 1 || ranks > MOST_RANKS)) {
            throw usage("--ranks is " + ranks + ": give 1 to " + MOST_RANKS);
        }
        try {
            Settings settings = Settings.of(environment);
            return inJob ? together(environment, settings) : alone(environment, settings);
        } catch (RuntimeException e) {
            System.err.println("zerogather: " + e.getMessage());
            return ExitStatus.BROKEN;
        }
    }

    private int alone(Map<String, String> environment, Settings settings) {
        Services<DeviceRuntime> runtimes = runtimes();
        int size = ranks != null ? ranks : environment.containsKey(WORLD_SIZE) ? 1 : onePerDevice(runtimes);
        PlanPreview plan = Router.builder().settings(settings).preview(size);
        return report(environment, settings, runtimes, PlanSection.of(plan, false), plan, 0);
    }

    private static int onePerDevice(Services<DeviceRuntime> runtimes) {
        return runtimes.loaded().stream()
                .mapToInt(runtime -> runtime.devices().size())
                .reduce(FEWEST_RANKS, Math::max);
    }

    private int together(Map<String, String> environment, Settings settings) {
        TorchrunEnvironment place = TorchrunEnvironment.of(environment);
        try (Rendezvous store = place.open(Deadline.after(settings.openTimeout()))) {
            PlanPreview plan = Router.builder()
                    .settings(settings)
                    .rendezvous(store)
                    .localRank(place.localRank())
                    .preview(place.worldSize());
            return place.rank() == 0
                    ? report(environment, settings, runtimes(), PlanSection.of(plan, true), plan, place.localRank())
                    : status(plan);
        }
    }

    private int report(
            Map<String, String> environment,
            Settings settings,
            Services<DeviceRuntime> runtimes,
            Section planned,
            PlanPreview plan,
            int localRank) {
        List<Section> sections = List.of(
                HostSection.of(environment),
                RuntimeSection.of(runtimes),
                ProviderSection.find(settings, localRank, plan.ranks()),
                SettingsSection.of(settings, environment),
                VariableSection.of(environment, VariableSection.configurationFiles()),
                planned);
        DoctorReport report = new DoctorReport(sections, plan);
        report.print(System.out);
        try (JsonLines json = file == null ? JsonLines.none() : JsonLines.create(file)) {
            report.write(json, spec.root().commandLine().getParseResult().originalArgs());
        }
        return status(plan);
    }

    private static Services<DeviceRuntime> runtimes() {
        return Services.of(ServiceLoader.load(DeviceRuntime.class));
    }

    private static int status(PlanPreview plan) {
        return plan.fastPathActive() ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
