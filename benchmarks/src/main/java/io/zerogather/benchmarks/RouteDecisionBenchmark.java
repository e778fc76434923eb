package io.zerogather.benchmarks;

import io.zerogather.DataType;
import io.zerogather.MemoryType;
import io.zerogather.Reason;
import io.zerogather.agreement.Plan;
import io.zerogather.route.RouteDecision;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of deciding one route: at most 100 ns and no allocation. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RouteDecisionBenchmark {
    private static final int CALLS = 64;

    private final RouteDecision decision = RouteDecision.forWorld(new Plan(
            Reason.FAST,
            "",
            "host",
            "gloo",
            "",
            MemoryType.HOST,
            1L << 26,
            4096,
            Duration.ofMinutes(10),
            false,
            true,
            true,
            true,
            false,
            List.of(),
            ""));
    private final long[] elements = new long[CALLS];
    private final DataType[] dtypes = new DataType[CALLS];
    private int next;

    /** Creates the state of one thread: calls of changing shapes, so that no branch is always the same. */
    public RouteDecisionBenchmark() {
        DataType[] all = DataType.values();
        for (int i = 0; i < CALLS; i++) {
            elements[i] = 1L << (i * 7 % 29);
            dtypes[i] = all[i * 5 % all.length];
        }
    }

    /**
     * Decides one call.
     *
     * @return the reason, so that the call cannot be left out
     */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public Reason reason() {
        int call = next++ % CALLS;
        return decision.reason(elements[call], dtypes[call]);
    }
}
