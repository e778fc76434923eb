package io.zerogather;

import java.time.Duration;

/** The work of a gather that had nothing to move. */
final class CompletedWork implements Work {
    static final CompletedWork INSTANCE = new CompletedWork();

    private CompletedWork() {}

    @Override
    public boolean isCompleted() {
        return true;
    }

    @Override
    public boolean await(Duration timeout) {
        return true;
    }

    @Override
    public void await() {}

    @Override
    public void waitOn(Stream stream) {}
}
