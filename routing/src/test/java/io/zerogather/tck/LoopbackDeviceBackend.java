package io.zerogather.tck;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.Device;
import io.zerogather.DeviceBuffer;
import io.zerogather.DeviceStream;
import io.zerogather.Stream;
import io.zerogather.Work;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.GroupContext;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A fallback on fake GPUs whose ranks are threads of one process: a test double that needs no native library. */
final class LoopbackDeviceBackend implements AllGatherBackend {
    private final GroupContext context;
    private final LoopbackExchange exchange;
    private final FakeDeviceRuntime runtime;
    private final Set<LoopbackDeviceWork> inFlight = ConcurrentHashMap.newKeySet();
    private volatile long lastCall;

    LoopbackDeviceBackend(GroupContext context) {
        Device device = context.device().orElseThrow();
        this.context = context;
        this.exchange = LoopbackExchange.open(context);
        this.runtime = (FakeDeviceRuntime) device.runtime();
    }

    @Override
    public String engine() {
        return LoopbackDeviceFallback.NAME;
    }

    @Override
    public Work submit(
            long call, DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Stream stream) {
        lastCall = call;
        DeviceStream own = (DeviceStream) stream;
        if (!own.acquire()) {
            output.release();
            input.release();
            throw new AllGatherException(AllGatherException.Category.CLOSED, "a gather on a closed " + own);
        }
        LoopbackDeviceWork work = new LoopbackDeviceWork(runtime, own, output, input, inFlight);
        inFlight.add(work);
        work.launch(() -> {
            byte[] shard = RawMemory.read(input.address(), (int) input.bytes());
            LoopbackPost post = exchange.post(LoopbackPost.Kind.GATHER, elements, dtype, shard, "");
            LoopbackExchange.deliver(exchange.meet(call, post), output);
        });
        return work;
    }

    @Override
    public void skip(long call, long elements, DataType dtype, String refusal) {
        lastCall = call;
        exchange.skip(call, elements, dtype, refusal);
    }

    @Override
    public void close() {
        for (LoopbackDeviceWork work : inFlight) {
            work.awaitEnd(context.settings().timeout());
        }
        exchange.close(lastCall);
    }
}
