package io.zerogather.tck;

import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.HostStream;
import io.zerogather.spi.GatherTask;
import java.util.List;

/** One gather through memory of the process. */
class LoopbackTask extends GatherTask {
    private final LoopbackExchange exchange;

    LoopbackTask(
            LoopbackExchange exchange,
            HostStream stream,
            long call,
            DeviceBuffer output,
            DeviceBuffer input,
            long elements,
            DataType dtype) {
        super(stream, call, output, input, elements, dtype);
        this.exchange = exchange;
    }

    @Override
    protected void gather() throws InterruptedException {
        LoopbackExchange.deliver(meet(LoopbackPost.Kind.GATHER), output());
    }

    final List<LoopbackPost> meet(LoopbackPost.Kind kind) throws InterruptedException {
        byte[] shard = RawMemory.read(input().address(), (int) shardBytes());
        return exchange.meet(call(), exchange.post(kind, elements(), dtype(), shard, ""));
    }
}
