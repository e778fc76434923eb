package io.zerogather.sdma.host;

import io.zerogather.jni.NativeBridge;
import io.zerogather.spi.BlockMaker;
import io.zerogather.spi.GroupContext;
import java.time.Duration;

/** Makes the transport of one group as a rank of it. */
final class TransportBlock implements BlockMaker {
    private final GroupContext context;

    TransportBlock(GroupContext context) {
        this.context = context;
    }

    @Override
    public long create(long[] cookie, long[] handle) {
        return NativeBridge.create(context.size(), cookie, timeoutNanos(), handle);
    }

    @Override
    public long attach(long[] cookie, long[] handle) {
        return NativeBridge.attach(context.rank(), context.size(), cookie, timeoutNanos(), handle);
    }

    @Override
    public boolean start(long block) {
        return NativeBridge.start(block) == NativeBridge.OK;
    }

    @Override
    public void destroy(long block) {
        NativeBridge.destroy(block);
    }

    @Override
    public String lastError() {
        return NativeBridge.lastError();
    }

    private long timeoutNanos() {
        Duration timeout = context.settings().timeout();
        try {
            return timeout.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }
}
