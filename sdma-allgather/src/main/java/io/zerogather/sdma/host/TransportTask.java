package io.zerogather.sdma.host;

import io.zerogather.HostStream;
import io.zerogather.HostTask;

/** A short use of the transport that must keep its place among the gathers. */
final class TransportTask extends HostTask {
    private final Runnable action;

    TransportTask(HostStream stream, Runnable action) {
        super(stream);
        this.action = action;
    }

    @Override
    protected void run() {
        action.run();
    }
}
