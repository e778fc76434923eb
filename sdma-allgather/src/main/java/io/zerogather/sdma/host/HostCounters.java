package io.zerogather.sdma.host;

import io.zerogather.jni.NativeBridge;
import io.zerogather.spi.FastPathCounters;
import java.util.concurrent.atomic.LongAdder;

/** What became of the gathers of one fast path. Written by the worker, read by anybody. */
final class HostCounters {
    private final LongAdder direct = new LongAdder();
    private final LongAdder staged = new LongAdder();
    private final LongAdder redirected = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder movedBytes = new LongAdder();

    void record(int outcome, long outputBytes) {
        switch (outcome) {
            case NativeBridge.DIRECT -> {
                direct.increment();
                movedBytes.add(outputBytes);
            }
            case NativeBridge.STAGED -> {
                staged.increment();
                movedBytes.add(outputBytes);
            }
            case NativeBridge.CAPTURE, NativeBridge.LEAVE -> redirected.increment();
            default -> failed.increment();
        }
    }

    FastPathCounters snapshot() {
        return new FastPathCounters(direct.sum(), staged.sum(), redirected.sum(), failed.sum(), movedBytes.sum());
    }
}
