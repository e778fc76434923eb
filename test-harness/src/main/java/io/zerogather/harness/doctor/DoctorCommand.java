package io.zerogather.harness.doctor;

import io.zerogather.AllGatherException;
import io.zerogather.PlanPreview;
import io.zerogather.Router;
import io.zerogather.harness.launch.ExitStatus;
import io.zerogather.harness.report.JsonLines;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.RendezvousException;
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
            "3:the ranks could not be asked"
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final int FEWEST_RANKS = 2;

    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-n", "--ranks"},
            paramLabel = "N",
            description = "Make the plan for N ranks on this machine (default: one for each device, at least 2).")
    private @Nullable Integer ranks;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write every finding as JSON Lines.")
    private @Nullable Path file;

    /** The command at its defaults, for picocli to fill. */
    @SuppressWarnings("NullAway.Init") // picocli fills the spec
    public DoctorCommand() {}

    @Override
    public Integer call() {
        Map<String, String> environment = System.getenv();
        boolean inJob = !environment.getOrDefault("WORLD_SIZE", "1").equals("1");
        if (ranks != null && (inJob || ranks < 1)) {
            throw new ParameterException(
                    spec.commandLine(),
                    inJob
                            ? "WORLD_SIZE is set, so the job says how many ranks there are: leave --ranks out"
                            : "--ranks is " + ranks + ": give at least 1");
        }
        try {
            return inJob ? together(environment) : report(environment, alone(environment), false, 0);
        } catch (AllGatherException | RendezvousException | IllegalArgumentException e) {
            System.err.println("zerogather: " + e.getMessage());
            return ExitStatus.BROKEN;
        }
    }

    private PlanPreview alone(Map<String, String> environment) {
        int devices = 0;
        for (DeviceRuntime runtime : ServiceLoader.load(DeviceRuntime.class)) {
            devices = Math.max(devices, runtime.devices().size());
        }
        int size = ranks != null ? ranks : Math.max(devices, FEWEST_RANKS);
        return Router.builder().environment(environment).preview(size);
    }

    private int together(Map<String, String> environment) {
        TorchrunEnvironment place = TorchrunEnvironment.of(environment);
        Settings settings = Settings.of(environment);
        try (Rendezvous store = place.open(Deadline.after(settings.openTimeout()))) {
            PlanPreview plan = Router.builder()
                    .settings(settings)
                    .rendezvous(store)
                    .localRank(place.localRank())
                    .preview(place.worldSize());
            return place.rank() == 0 ? report(environment, plan, true, place.localRank()) : status(plan);
        }
    }

    private int report(Map<String, String> environment, PlanPreview plan, boolean agreed, int localRank) {
        List<Section> sections = List.of(
                HostSection.of(environment),
                RuntimeSection.find(),
                ProviderSection.find(Settings.of(environment), localRank, plan.ranks()),
                SettingsSection.of(environment),
                VariableSection.of(environment),
                PlanSection.of(plan, agreed));
        DoctorReport report = new DoctorReport(sections, plan.fastPathActive());
        report.print(System.out);
        try (JsonLines json = file == null ? JsonLines.none() : JsonLines.create(file)) {
            report.write(json);
        }
        return status(plan);
    }

    private static int status(PlanPreview plan) {
        return plan.fastPathActive() ? ExitStatus.OK : ExitStatus.FAILED;
    }
}
