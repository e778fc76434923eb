package io.zerogather.rccl.communicator;

import io.zerogather.jni.BoardBridge;
import io.zerogather.jni.NativeBridge;
import io.zerogather.spi.BlockMaker;
import io.zerogather.spi.GroupContext;

/** Makes the call board of one group as a rank of it. */
final class BoardBlock implements BlockMaker {
    private final GroupContext context;

    BoardBlock(GroupContext context) {
        this.context = context;
    }

    @Override
    public long create(long[] cookie, long[] handle) {
        return BoardBridge.create(context.size(), cookie, handle);
    }

    @Override
    public long attach(long[] cookie, long[] handle) {
        return BoardBridge.attach(context.rank(), context.size(), cookie, handle);
    }

    @Override
    public boolean start(long block) {
        return BoardBridge.start(block) == NativeBridge.OK;
    }

    @Override
    public void destroy(long block) {
        BoardBridge.destroy(block);
    }

    @Override
    public String lastError() {
        return NativeBridge.lastError();
    }
}
