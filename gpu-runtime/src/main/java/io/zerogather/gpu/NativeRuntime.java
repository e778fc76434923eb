package io.zerogather.gpu;

import io.zerogather.AllGatherException;
import io.zerogather.AllGatherException.Category;
import io.zerogather.jni.GpuBridge;
import io.zerogather.jni.GpuException;
import io.zerogather.jni.NativeBridge;
import io.zerogather.spi.Availability;
import io.zerogather.spi.DeviceInfo;
import io.zerogather.spi.DeviceRuntime;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A GPU runtime over native code. Its library is opened when it is first asked for anything but its name, once, and stays
 * open. Thread-safe.
 */
abstract sealed class NativeRuntime implements DeviceRuntime permits CudaRuntime, HipRuntime {
    /** A stream sees a word within microseconds; the first one of a device may have to wait for much else. */
    private static final Duration WAIT_PATIENCE = Duration.ofSeconds(10);

    private final String name;
    private final int preference;
    private final int kind;
    private final LibrarySearch search;
    private volatile @Nullable Started started;

    NativeRuntime(String name, int preference, int kind, LibrarySearch search) {
        this.name = name;
        this.preference = preference;
        this.kind = kind;
        this.search = search;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final int preference() {
        return preference;
    }

    @Override
    public final Availability availability() {
        String refusal = started().refusal();
        return refusal.isEmpty() ? Availability.yes() : Availability.no(refusal);
    }

    @Override
    public final Availability availability(int device) {
        Started now = started();
        if (now.handle() == 0) {
            return Availability.no(now.refusal());
        }
        try {
            search.refuseOtherCopies(Path.of(now.file()));
            GpuBridge.check(now.handle(), device, WAIT_PATIENCE.toNanos());
            return Availability.yes();
        } catch (GpuException e) {
            return Availability.no(name + " device " + device + " cannot be used: " + e.getMessage());
        }
    }

    @Override
    public final String describe() {
        return started().description();
    }

    @Override
    public final List<DeviceInfo> devices() {
        return started().devices();
    }

    @Override
    public final boolean reachesPeer(int device, int peer) {
        return Calls.truth(() -> GpuBridge.reachesPeer(runtime(), device, peer));
    }

    @Override
    public final long allocate(int device, long bytes) {
        return Calls.number(() -> GpuBridge.allocate(runtime(), device, bytes));
    }

    @Override
    public final void free(int device, long address) {
        Calls.run(() -> GpuBridge.free(runtime(), device, address));
    }

    @Override
    public final long allocateHost(int device, long bytes) {
        return Calls.number(() -> GpuBridge.allocateHost(runtime(), device, bytes));
    }

    @Override
    public final void freeHost(int device, long address) {
        Calls.run(() -> GpuBridge.freeHost(runtime(), device, address));
    }

    @Override
    public final ByteBuffer view(long address, int bytes) {
        return NativeBridge.view(address, bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public final void copy(int device, long to, long from, long bytes, long stream) {
        Calls.run(() -> GpuBridge.copy(runtime(), device, to, from, bytes, stream));
    }

    @Override
    public final long openStream(int device) {
        return Calls.number(() -> GpuBridge.openStream(runtime(), device));
    }

    @Override
    public final void closeStream(int device, long stream) {
        Calls.run(() -> GpuBridge.closeStream(runtime(), device, stream));
    }

    @Override
    public final boolean isIdle(int device, long stream) {
        return Calls.truth(() -> GpuBridge.isIdle(runtime(), device, stream));
    }

    @Override
    public final void synchronize(int device, long stream) {
        Calls.run(() -> GpuBridge.synchronize(runtime(), device, stream));
    }

    @Override
    public final long openEvent(int device, boolean timed) {
        return Calls.number(() -> GpuBridge.openEvent(runtime(), device, timed));
    }

    @Override
    public final void closeEvent(int device, long event) {
        Calls.run(() -> GpuBridge.closeEvent(runtime(), device, event));
    }

    @Override
    public final long elapsedNanos(int device, long start, long end) {
        return Calls.number(() -> GpuBridge.elapsedNanos(runtime(), device, start, end));
    }

    @Override
    public final void holdUntil(int device, long stream, long word, int value) {
        Calls.run(() -> GpuBridge.holdUntil(runtime(), device, stream, word, value));
    }

    // What every gather calls has no lambda, which would be an object per call.

    @Override
    public final void makeCurrent(int device) {
        try {
            GpuBridge.makeCurrent(runtime(), device);
        } catch (GpuException e) {
            throw Calls.refused(e);
        }
    }

    @Override
    public final boolean isCapturing(int device, long stream) {
        try {
            return GpuBridge.isCapturing(runtime(), device, stream);
        } catch (GpuException e) {
            throw e.code() == GpuBridge.BLOCKED_BY_RECORDING
                    ? new AllGatherException(Category.REJECTED, String.valueOf(e.getMessage()), e)
                    : Calls.refused(e);
        }
    }

    @Override
    public final void record(int device, long event, long stream) {
        try {
            GpuBridge.record(runtime(), device, event, stream);
        } catch (GpuException e) {
            throw Calls.refused(e);
        }
    }

    @Override
    public final boolean isReached(int device, long event) {
        try {
            return GpuBridge.isReached(runtime(), device, event);
        } catch (GpuException e) {
            throw Calls.refused(e);
        }
    }

    @Override
    public final void waitFor(int device, long stream, long event) {
        try {
            GpuBridge.waitFor(runtime(), device, stream, event);
        } catch (GpuException e) {
            throw Calls.refused(e);
        }
    }

    private long runtime() {
        Started now = started();
        if (now.handle() == 0) {
            throw new AllGatherException(Category.DEVICE, "No " + name + " device can be used: " + now.refusal());
        }
        return now.handle();
    }

    private Started started() {
        Started now = started;
        return now != null ? now : startOnce();
    }

    private synchronized Started startOnce() {
        Started now = started;
        if (now == null) {
            now = Started.of(kind, search);
            started = now;
        }
        return now;
    }
}
