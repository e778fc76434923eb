package io.zerogather.sdma.host;

import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.Reason;
import io.zerogather.jni.NativeBridge;
import io.zerogather.spi.GatherTask;

/** One gather of the host engine: meets, moves, or hands over to the fallback in its own place of the stream. */
final class HostGather extends GatherTask {
    private final HostFastPath path;
    private final boolean capturing;

    HostGather(
            HostFastPath path,
            long call,
            DeviceBuffer output,
            DeviceBuffer input,
            long elements,
            DataType dtype,
            boolean capturing) {
        super(path.hostStream(), call, output, input, elements, dtype);
        this.path = path;
        this.capturing = capturing;
    }

    @Override
    protected void gather() {
        int outcome = path.transport()
                .gather(
                        call(),
                        output().address(),
                        input().address(),
                        elements(),
                        dtype().code(),
                        dtype().bytes(),
                        capturing);
        long outputBytes = path.outputBytes(shardBytes());
        path.counting().record(outcome, outputBytes);
        switch (outcome) {
            case NativeBridge.DIRECT, NativeBridge.STAGED -> {}
            case NativeBridge.CAPTURE -> redirect(Reason.CAPTURE, outputBytes);
            case NativeBridge.LEAVE -> redirect(Reason.LEAVE, outputBytes);
            default -> throw path.failure(outcome, dtype(), NativeBridge.lastError());
        }
    }

    private void redirect(Reason reason, long outputBytes) {
        path.redirected(reason, dtype(), outputBytes);
        redirectTo(path.fallback());
    }
}
