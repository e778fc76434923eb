package io.zerogather;

import io.zerogather.AllGatherException.Category;
import io.zerogather.spi.AllGatherBackend;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Serves groups of one rank on a GPU: a copy on the caller's stream. */
final class DeviceLocalBackend implements AllGatherBackend {
    private final Device device;
    private final Duration timeout;
    private final AtomicInteger inFlight = new AtomicInteger();

    DeviceLocalBackend(Device device, Duration timeout) {
        this.device = device;
        this.timeout = timeout;
    }

    @Override
    public String engine() {
        return "local";
    }

    @Override
    public Work submit(
            long call, DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Stream stream) {
        DeviceCopy copy;
        try {
            copy = DeviceCopy.queue((DeviceStream) stream, output, input, inFlight::decrementAndGet);
        } catch (RuntimeException | Error e) {
            output.release();
            input.release();
            throw e;
        }
        inFlight.incrementAndGet();
        device.monitor().watch(copy);
        return copy;
    }

    @Override
    public void close() {
        if (!DevicePolling.awaitUninterruptibly(() -> inFlight.get() == 0, HostTask.saturatedNanos(timeout))) {
            throw new AllGatherException(
                    Category.FATAL,
                    inFlight.get() + " local gather(s) on " + device + " did not end within " + timeout
                            + "; what holds their streams must be released before the router is closed");
        }
    }
}
