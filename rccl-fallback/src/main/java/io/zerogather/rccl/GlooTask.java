package io.zerogather.rccl;

import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.HostStream;
import io.zerogather.spi.GatherTask;

/** One gather over Gloo: the entry of the stream's queue and the work that the caller holds. */
final class GlooTask extends GatherTask {
    private final GlooBackend backend;

    GlooTask(
            GlooBackend backend,
            HostStream stream,
            long call,
            DeviceBuffer output,
            DeviceBuffer input,
            long elements,
            DataType dtype) {
        super(stream, call, output, input, elements, dtype);
        this.backend = backend;
    }

    @Override
    protected void gather() {
        backend.run(this);
    }

    /** Moves the bytes; the result is that of {@link GlooGroup#gather}. */
    long[] over(GlooGroup group, boolean guarded, long timeoutMillis) {
        return group.gather(
                call(), dtype().code(), output().address(), input().address(), shardBytes(), guarded, timeoutMillis);
    }

    /** The call in words. */
    String describe() {
        return CallList.describe(call(), elements(), dtype());
    }

    DataType type() {
        return dtype();
    }
}
