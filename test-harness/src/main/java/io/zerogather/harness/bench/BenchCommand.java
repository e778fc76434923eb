package io.zerogather.harness.bench;

import io.zerogather.DataType;
import io.zerogather.harness.launch.LaunchOptions;
import io.zerogather.harness.memory.Scratch;
import io.zerogather.harness.rank.JsonOption;
import io.zerogather.harness.rank.RankOptions;
import io.zerogather.harness.rank.RankSession;
import io.zerogather.harness.report.JsonLines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code zerogather bench}. */
@Command(
        name = "bench",
        description = {
            "Measures gathers of many sizes on every path, side by side in one run.",
            "The paths: the fast path from ordinary memory (staged) and from pool memory (direct), the fallback as the",
            "router runs it, and its library alone (raw).",
            "Columns and definitions are those of nccl-tests' all_gather_perf: size is the output in bytes, count the",
            "elements of a shard, algbw is size by time, busbw is algbw x (ranks - 1) / ranks, in 10^9 bytes per second.",
            "Every path is checked byte by byte at every size."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured, and all bytes were right",
            "1:wrong bytes, a wrong route, or a ratio under --ratio-floor",
            "2:the command line is wrong",
            "3:a rank crashed, the job could not be set up, or its report could not be written"
        },
        footer = {
            "",
            "Examples:",
            "  DS_SDMA_ALLGATHER=1 zerogather bench --ranks 4",
            "  DS_SDMA_ALLGATHER=1 zerogather bench --ranks 2 --shard-bytes 1M,16M,128M --ceiling --json bench.jsonl"
        })
public final class BenchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private LaunchOptions launch = new LaunchOptions();

    @Mixin
    private RankOptions rank = new RankOptions();

    @Option(
            names = {"-b", "--min-bytes"},
            paramLabel = "SIZE",
            defaultValue = "64K",
            converter = ByteSize.Converter.class,
            description = "Smallest output (default: ${DEFAULT-VALUE}).")
    private long minBytes;

    @Option(
            names = {"-e", "--max-bytes"},
            paramLabel = "SIZE",
            defaultValue = "64M",
            converter = ByteSize.Converter.class,
            description = "Largest output (default: ${DEFAULT-VALUE}).")
    private long maxBytes;

    @Option(
            names = {"-f", "--factor"},
            paramLabel = "N",
            defaultValue = "4",
            description = "From one size to the next (default: ${DEFAULT-VALUE}).")
    private int factor;

    @Option(
            names = "--shard-bytes",
            paramLabel = "SIZES",
            split = ",",
            converter = ByteSize.Converter.class,
            description = "These sizes of a shard, in the place of a sweep over outputs.")
    private List<Long> shardBytes = new ArrayList<>();

    @Option(
            names = {"-d", "--dtype"},
            paramLabel = "TYPE",
            defaultValue = "float32",
            description = "Element type by torch's name (default: ${DEFAULT-VALUE}).")
    private String dtype = "";

    @Option(
            names = "--batches",
            paramLabel = "N",
            defaultValue = "5",
            description = "Batches of each path and size; the table shows the best (default: ${DEFAULT-VALUE}).")
    private int batches;

    @Option(
            names = "--batch-millis",
            paramLabel = "MS",
            defaultValue = "60",
            description = "How long a batch takes; decides how many gathers it has (default: ${DEFAULT-VALUE}).")
    private int batchMillis;

    @Option(names = "--percentiles", description = "Also time gathers one by one, and print the distribution.")
    private boolean percentiles;

    @Option(
            names = "--ceiling",
            description =
                    "Also measure what two ranks can copy at once, to tell the machine's limit from the engine's.")
    private boolean ceiling;

    @Option(
            names = "--ratio-floor",
            paramLabel = "X",
            description = "Fail unless the fast path is X times faster than the library alone for every shard of 1 MiB"
                    + " and more (best batches, out of place).")
    private @Nullable Double ratioFloor;

    @Mixin
    private JsonOption json = new JsonOption();

    /** The command at its defaults, for picocli to fill. */
    @SuppressWarnings("NullAway.Init") // picocli fills the spec
    public BenchCommand() {}

    @Override
    public Integer call() {
        if (minBytes < 1 || maxBytes < minBytes || factor < 2) {
            throw usage("--min-bytes, --max-bytes and --factor are " + minBytes + ", " + maxBytes + " and " + factor
                    + ": the sizes must grow, from 1 byte by a factor of at least 2");
        }
        if (batches < 1 || batchMillis < 1) {
            throw usage("--batches is " + batches + " and --batch-millis is " + batchMillis + ": give at least 1");
        }
        if (shardBytes.contains(0L)) {
            throw usage("--shard-bytes has a 0: give sizes of at least 1");
        }
        if (ratioFloor != null && !(ratioFloor > 0 && ratioFloor < Double.POSITIVE_INFINITY)) {
            throw usage("--ratio-floor is " + ratioFloor + ": give a positive number, for example 1.5");
        }
        rank.check(spec);
        DataType type = DataType.ofTorchName(dtype)
                .orElseThrow(() -> usage("--dtype is '" + dtype + "': known are "
                        + Arrays.stream(DataType.values())
                                .map(DataType::torchName)
                                .collect(Collectors.joining(", "))));
        return launch.run(spec, json::isWritable, () -> rank.run(session -> bench(session, type)));
    }

    private int bench(RankSession session, DataType type) throws InterruptedException {
        List<Long> shards = shardBytes.isEmpty()
                ? SizeSweep.geometric(minBytes, maxBytes, factor, session.worldSize(), type)
                : SizeSweep.ofShards(shardBytes, type);
        BenchSettings settings =
                new BenchSettings(type, shards, batches, Duration.ofMillis(batchMillis), percentiles, ceiling);
        Scratch.checkSize(settings.largestShardBytes() * session.worldSize());
        Optional<RatioGate> gate = Optional.ofNullable(ratioFloor).map(RatioGate::new);
        List<String> command = spec.root().commandLine().getParseResult().originalArgs();
        try (JsonLines file = json.open(session)) {
            return new BenchRun(session, settings, gate, NativeCopy::streaming, file).run(command);
        }
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
