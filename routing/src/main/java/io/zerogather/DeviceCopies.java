package io.zerogather;

import io.zerogather.spi.DeviceRuntime;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Copies between buffers of Java and memory of one device, at once and in pieces through page-locked memory, on a stream of
 * its own. What it needs is made by the first copy and kept as long as the process lives.
 */
final class DeviceCopies {
    private static final int PIECE_BYTES = 1 << 20;
    private static final long PIECE_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final DeviceRuntime runtime;
    private final int device;
    private @Nullable Stage stage;

    DeviceCopies(DeviceRuntime runtime, int device) {
        this.runtime = runtime;
        this.device = device;
    }

    /** Copies what remains in the buffer to the device. */
    synchronized void write(ByteBuffer source, long to) {
        Stage open = stage();
        long address = to;
        while (source.hasRemaining()) {
            int bytes = Math.min(PIECE_BYTES, source.remaining());
            open.view.clear().put(source.slice(source.position(), bytes));
            copy(address, open.address, bytes, open.stream);
            source.position(source.position() + bytes);
            address += bytes;
        }
    }

    /** Fills what remains of the buffer from the device. */
    synchronized void read(long from, ByteBuffer destination) {
        Stage open = stage();
        long address = from;
        while (destination.hasRemaining()) {
            int bytes = Math.min(PIECE_BYTES, destination.remaining());
            copy(open.address, address, bytes, open.stream);
            destination.put(open.view.clear().limit(bytes));
            address += bytes;
        }
    }

    private void copy(long to, long from, long bytes, long stream) {
        runtime.copy(device, to, from, bytes, stream);
        if (!DevicePolling.awaitUninterruptibly(() -> runtime.isIdle(device, stream), PIECE_PATIENCE_NANOS)) {
            throw new AllGatherException(
                    AllGatherException.Category.DEVICE,
                    "A copy of " + bytes + " bytes on " + runtime.name() + " device " + device + " did not end in "
                            + TimeUnit.NANOSECONDS.toSeconds(PIECE_PATIENCE_NANOS)
                            + " s; the device hangs: stop the job");
        }
    }

    private Stage stage() {
        Stage open = stage;
        if (open == null) {
            long address = runtime.allocateHost(device, PIECE_BYTES);
            open = new Stage(address, runtime.view(address, PIECE_BYTES), runtime.openStream(device));
            stage = open;
        }
        return open;
    }

    /** Page-locked memory with the stream that copies from and to it. */
    private record Stage(long address, ByteBuffer view, long stream) {}
}
