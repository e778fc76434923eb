package io.zerogather.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Cost of one call, against which every other benchmark is read. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
public class CallOverheadBenchmark {
    private long elements = 1024;

    /** Creates the state of one thread. */
    public CallOverheadBenchmark() {}

    /**
     * A Java call that is not inlined.
     *
     * @return the sum, so that the call cannot be left out
     */
    @Benchmark
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public long baseline() {
        return elements + 1;
    }
}
