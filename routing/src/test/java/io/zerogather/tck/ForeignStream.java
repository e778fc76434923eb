package io.zerogather.tck;

import io.zerogather.MemoryType;
import io.zerogather.Stream;
import io.zerogather.Work;
import java.time.Duration;

/**
 * A stream of no device, for what must be refused or redirected before anything is queued.
 *
 * @param isCapturing whether it records a graph
 */
public record ForeignStream(boolean isCapturing) implements Stream {
    @Override
    public MemoryType memory() {
        return MemoryType.HOST;
    }

    @Override
    public Work run(Runnable action) {
        throw new UnsupportedOperationException("nothing runs on " + this);
    }

    @Override
    public boolean drain(Duration timeout) {
        return true;
    }

    @Override
    public void close() {
        // nothing is held
    }
}
