package io.zerogather.harness.bench;

import io.zerogather.DeviceEvent;
import io.zerogather.DeviceGate;
import io.zerogather.DeviceStream;
import io.zerogather.Work;
import io.zerogather.harness.gather.VerifiedGather;
import java.time.Duration;

/**
 * By the device's own clock, between two events. The stream is held until all gathers are queued, so that what a launch
 * takes is not mistaken for what a transfer takes.
 */
final class DeviceBatchClock implements BatchClock {
    /** More might fill the driver's queue behind the gate, and then queuing would wait for what it holds back itself. */
    private static final int MOST_GATHERS = 64;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final DeviceStream stream;
    private final DeviceEvent start;
    private final DeviceEvent end;

    DeviceBatchClock(DeviceStream stream) {
        this.stream = stream;
        this.start = stream.device().openEvent();
        this.end = stream.device().openEvent();
    }

    @Override
    public Reading measure(VerifiedGather gather, int gathers) throws InterruptedException {
        try (DeviceGate gate = stream.device().openGate()) {
            stream.holdUntil(gate);
            stream.record(start);
            long first = System.nanoTime();
            Work last = gather.submit();
            for (int i = 1; i < gathers; i++) {
                last = gather.submit();
            }
            long queued = System.nanoTime() - first;
            stream.record(end);
            gate.open();
            last.await();
            if (!end.await(PATIENCE)) {
                throw new IllegalStateException("the stream has not ended a moment after its last gather");
            }
            return new Reading(end.elapsedNanosSince(start) / (double) gathers, queued / (double) gathers);
        }
    }

    @Override
    public int mostGathers() {
        return MOST_GATHERS;
    }

    @Override
    public void close() {
        start.close();
        end.close();
    }
}
