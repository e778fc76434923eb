package io.zerogather.benchmarks;

import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.HostStream;
import io.zerogather.PoolMemory;
import io.zerogather.Reason;
import io.zerogather.Stream;
import io.zerogather.Work;
import io.zerogather.spi.FastPath;
import io.zerogather.spi.FastPathCounters;
import io.zerogather.spi.GatherTask;

/** Makes the one object of a call, as the real backends do, and moves nothing. */
final class NoOpBackend implements FastPath {
    private final HostStream hostStream;

    NoOpBackend(HostStream hostStream) {
        this.hostStream = hostStream;
    }

    @Override
    public String engine() {
        return NoOpProvider.NAME;
    }

    @Override
    public Work submit(
            long call,
            DeviceBuffer output,
            DeviceBuffer input,
            long elements,
            DataType dtype,
            Stream stream,
            boolean capturing) {
        NoOpTask task = new NoOpTask(this, call, output, input, elements, dtype, capturing);
        task.end();
        return task;
    }

    @Override
    public void announce(long call, Reason reason, Stream stream) {
        // nobody listens
    }

    @Override
    public void reject(long call, long elements, DataType dtype, String message, Stream stream) {
        // nobody listens
    }

    @Override
    public PoolMemory allocate(long bytes) {
        throw new UnsupportedOperationException("a benchmark of calls allocates no memory");
    }

    @Override
    public FastPathCounters counters() {
        return FastPathCounters.NONE;
    }

    @Override
    public void close() {
        // nothing is held
    }

    /** One call: as many fields as the largest real task has. */
    private static final class NoOpTask extends GatherTask {
        private final NoOpBackend backend;
        private final boolean capturing;

        NoOpTask(
                NoOpBackend backend,
                long call,
                DeviceBuffer output,
                DeviceBuffer input,
                long elements,
                DataType dtype,
                boolean capturing) {
            super(backend.hostStream, call, output, input, elements, dtype);
            this.backend = backend;
            this.capturing = capturing;
        }

        /** Gives the buffers back, since this never runs. */
        void end() {
            refused();
        }

        @Override
        protected void gather() {
            throw new IllegalStateException("not for " + backend.engine() + (capturing ? ", capturing" : ""));
        }
    }
}
