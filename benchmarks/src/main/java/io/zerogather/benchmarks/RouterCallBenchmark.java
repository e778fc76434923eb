package io.zerogather.benchmarks;

import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.Lifetime;
import io.zerogather.Router;
import io.zerogather.Work;
import io.zerogather.rendezvous.InProcessRendezvous;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of one whole call of the router over a backend that does nothing: at most 300 ns and one object of 64 bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RouterCallBenchmark {
    private static final int RANKS = 2;
    private static final long LIMIT_ELEMENTS = 1024;

    private final DeviceBuffer small = memory(LIMIT_ELEMENTS);
    private final DeviceBuffer large = memory(2 * LIMIT_ELEMENTS);
    private final DeviceBuffer output = memory(RANKS * LIMIT_ELEMENTS);
    private final DeviceBuffer largeOutput = memory(2 * RANKS * LIMIT_ELEMENTS);
    private List<Router> routers = List.of();

    /** Creates the state that all threads share. */
    public RouterCallBenchmark() {}

    /** Opens a router for each of two ranks. */
    @Setup(Level.Trial)
    public void open() {
        List<InProcessRendezvous> stores = InProcessRendezvous.create(RANKS);
        NoOpProvider provider = new NoOpProvider();
        List<CompletableFuture<Router>> opening = stores.stream()
                .map(store -> CompletableFuture.supplyAsync(() -> Router.builder()
                        .environment(Map.of(
                                "DS_SDMA_ALLGATHER",
                                "1",
                                "DS_SDMA_ALLGATHER_MAX_NUMEL",
                                String.valueOf(LIMIT_ELEMENTS)))
                        .rendezvous(store)
                        .engines(List.of(provider))
                        .fallbacks(List.of(provider))
                        .open()))
                .toList();
        routers = opening.stream().map(CompletableFuture::join).toList();
    }

    /** Closes the routers. */
    @TearDown(Level.Trial)
    public void close() {
        routers.forEach(Router::close);
    }

    /**
     * A call that takes the fast path.
     *
     * @return its work
     */
    @Benchmark
    public Work fastPath() {
        return routers.get(0).allGatherIntoTensor(output, small, LIMIT_ELEMENTS, DataType.INT8);
    }

    /**
     * A call over the limit.
     *
     * @return its work
     */
    @Benchmark
    public Work fallback() {
        return routers.get(0).allGatherIntoTensor(largeOutput, large, 2 * LIMIT_ELEMENTS, DataType.INT8);
    }

    /** Memory that nobody touches, with the lifetime that pool memory has. */
    private static DeviceBuffer memory(long bytes) {
        return DeviceBuffer.of(1 << 20, bytes, RouterCallBenchmark.class, new Lifetime("The benchmark's memory"));
    }
}
