package io.zerogather.benchmarks;

import io.zerogather.HostStream;
import io.zerogather.HostTask;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of handing one operation to the host stream's worker: alone, and until its end is seen by the submitter. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SubmissionBenchmark {
    private final HostStream stream = HostStream.open("benchmark", false);

    /** For JMH. */
    public SubmissionBenchmark() {}

    /**
     * Checks that the stream runs.
     *
     * @throws InterruptedException if interrupted
     */
    @Setup
    public void check() throws InterruptedException {
        submit().await();
    }

    /** Ends the worker. */
    @TearDown
    public void close() {
        stream.close();
    }

    /**
     * Submits without waiting; a full stream holds the submitter back, so this is the pace of the pair.
     *
     * @return the task
     */
    @Benchmark
    public HostTask submit() {
        HostTask task = new NoOpTask(stream);
        stream.enqueue(task);
        return task;
    }

    /**
     * Submits and waits for the end.
     *
     * @return the task
     * @throws InterruptedException if interrupted
     */
    @Benchmark
    public HostTask submitAndAwait() throws InterruptedException {
        HostTask task = submit();
        task.await();
        return task;
    }

    /** Does nothing. */
    private static final class NoOpTask extends HostTask {
        NoOpTask(HostStream stream) {
            super(stream);
        }

        @Override
        protected void run() {}
    }
}
