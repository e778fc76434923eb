package io.zerogather.harness.check;

import io.zerogather.DataType;
import io.zerogather.Router;
import io.zerogather.harness.launch.LaunchOptions;
import io.zerogather.harness.memory.OrdinarySource;
import io.zerogather.harness.memory.PoolSource;
import io.zerogather.harness.memory.Scratch;
import io.zerogather.harness.rank.JsonOption;
import io.zerogather.harness.rank.RankOptions;
import io.zerogather.harness.rank.RankSession;
import io.zerogather.harness.report.JsonLines;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code zerogather test}. */
@Command(
        name = "test",
        description = {
            "Gathers on every rank and checks every byte, every guard byte and the route of every gather.",
            "Prints one row per check and one bandwidth row per element type."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every check passed",
            "1:a check failed on some rank; every rank ends with 1",
            "2:the command line is wrong",
            "3:a rank crashed, the job could not be set up, or its report could not be written"
        },
        footer = {
            "",
            "Examples:",
            "  DS_SDMA_ALLGATHER=1 zerogather test --ranks 4",
            "  torchrun --no-python --nproc-per-node 4 zerogather test"
        })
public final class TestCommand implements Callable<Integer> {
    private static final String ALL = "all";

    @Spec
    private CommandSpec spec;

    @Mixin
    private LaunchOptions launch = new LaunchOptions();

    @Mixin
    private RankOptions rank = new RankOptions();

    @Option(
            names = {"--partition_sz", "--partition-sz"},
            paramLabel = "ELEMENTS",
            defaultValue = "1048576",
            description = "Elements of each rank's shard (default: ${DEFAULT-VALUE}).")
    private long elements;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            defaultValue = "20",
            description = "Measured gathers of each element type (default: ${DEFAULT-VALUE}).")
    private int iterations;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            defaultValue = "5",
            description = "Gathers before them (default: ${DEFAULT-VALUE}).")
    private int warmup;

    @Option(
            names = "--dtypes",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "bfloat16,float16,float32",
            description = "Element types by torch's names, or all (default: ${DEFAULT-VALUE}).")
    private List<String> dtypes = new ArrayList<>();

    @Mixin
    private JsonOption json = new JsonOption();

    /** The command at its defaults, for picocli to fill. */
    @SuppressWarnings("NullAway.Init") // picocli fills the spec
    public TestCommand() {}

    @Override
    public Integer call() {
        if (elements < 1 || elements > Scratch.MAX_BYTES) {
            throw usage("--partition-sz is " + elements + ": give 1 to " + Scratch.MAX_BYTES);
        }
        if (iterations < 1 || warmup < 0) {
            throw usage(
                    "--iterations is " + iterations + " and --warmup is " + warmup + ": at least 1 and 0 are needed");
        }
        List<DataType> types = parseTypes();
        rank.check(spec);
        return launch.run(spec, json::isWritable, () -> rank.run(session -> test(session, types)));
    }

    private int test(RankSession session, List<DataType> types) throws InterruptedException {
        int largest = types.stream().mapToInt(DataType::bytes).max().orElseThrow();
        Scratch.checkSize(elements * largest * session.worldSize());
        try (Router router = session.openRouter(session.settings());
                OrdinarySource ordinary = OrdinarySource.of(router);
                PoolSource pool = new PoolSource(router);
                JsonLines file = json.open(session)) {
            TestSettings settings = new TestSettings(
                    elements,
                    iterations,
                    warmup,
                    types,
                    session.tally().all(session.settings().extendedTypes()));
            List<String> command = spec.root().commandLine().getParseResult().originalArgs();
            return new TestRun(session, router, ordinary, pool, settings, file).run(command);
        }
    }

    private List<DataType> parseTypes() {
        if (dtypes.isEmpty()) {
            throw usage("--dtypes names no element type: give " + ALL + ", or names such as bfloat16,float32");
        }
        if (dtypes.equals(List.of(ALL))) {
            return List.of(DataType.values());
        }
        return dtypes.stream().map(this::parseType).toList();
    }

    private DataType parseType(String name) {
        return DataType.ofTorchName(name)
                .orElseThrow(() -> usage("--dtypes names '" + name + "': known are " + ALL + ", "
                        + Arrays.stream(DataType.values())
                                .map(DataType::torchName)
                                .collect(Collectors.joining(", "))));
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
