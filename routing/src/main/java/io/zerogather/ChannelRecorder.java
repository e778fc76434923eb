package io.zerogather;

import io.zerogather.metrics.GatherCounters;
import io.zerogather.spi.GatherRecorder;

/** Keeps what the backends of one group report. */
final class ChannelRecorder implements GatherRecorder {
    private final GatherCounters counters;
    private final Poison poison;

    ChannelRecorder(GatherCounters counters, Poison poison) {
        this.counters = counters;
        this.poison = poison;
    }

    @Override
    public void redirected(Reason reason, DataType dtype, long outputBytes) {
        counters.redirected(reason, dtype, outputBytes);
    }

    @Override
    public void failed(DataType dtype) {
        counters.failed();
    }

    @Override
    public void poisoned(AllGatherException cause) {
        poison.set(cause);
    }
}
