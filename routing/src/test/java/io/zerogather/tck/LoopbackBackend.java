package io.zerogather.tck;

import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.Stream;
import io.zerogather.Work;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.GatherTask;
import io.zerogather.spi.GroupContext;

/** A fallback whose ranks are threads of one process: a test double that needs no native library. */
final class LoopbackBackend implements AllGatherBackend {
    private final GroupContext context;
    private final LoopbackExchange exchange;
    private volatile long lastCall;

    LoopbackBackend(GroupContext context) {
        this.context = context;
        this.exchange = LoopbackExchange.open(context);
    }

    @Override
    public String engine() {
        return LoopbackFallback.NAME;
    }

    @Override
    public Work submit(
            long call, DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Stream stream) {
        lastCall = call;
        GatherTask task = new LoopbackTask(exchange, context.hostStream(), call, output, input, elements, dtype);
        context.hostStream().enqueue(task);
        return task;
    }

    @Override
    public void skip(long call, long elements, DataType dtype, String refusal) {
        lastCall = call;
        exchange.skip(call, elements, dtype, refusal);
    }

    @Override
    public void close() {
        exchange.close(lastCall);
    }
}
