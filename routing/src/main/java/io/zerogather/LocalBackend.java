package io.zerogather;

import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.GatherTask;
import io.zerogather.spi.LocalCopy;

/** Serves groups of one rank: the shard is the output. */
final class LocalBackend implements AllGatherBackend {
    private final LocalCopy copy;
    private final HostStream hostStream;

    LocalBackend(LocalCopy copy, HostStream hostStream) {
        this.copy = copy;
        this.hostStream = hostStream;
    }

    @Override
    public String engine() {
        return "local";
    }

    @Override
    public Work submit(
            long call, DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Stream stream) {
        GatherTask task = new CopyTask(this, call, output, input, elements, dtype);
        hostStream.enqueue(task);
        return task;
    }

    @Override
    public void close() {
        // nothing is held
    }

    /** One local gather. */
    private static final class CopyTask extends GatherTask {
        private final LocalCopy copy;

        CopyTask(
                LocalBackend backend,
                long call,
                DeviceBuffer output,
                DeviceBuffer input,
                long elements,
                DataType dtype) {
            super(backend.hostStream, call, output, input, elements, dtype);
            this.copy = backend.copy;
        }

        @Override
        protected void gather() {
            copy.copy(input().address(), output().address(), shardBytes());
        }
    }
}
