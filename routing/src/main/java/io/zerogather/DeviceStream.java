package io.zerogather;

import io.zerogather.spi.DeviceRuntime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a GPU: opened here, or a view of one that a framework opened. Gathers and actions in flight hold it, so that it
 * cannot be closed under them. Thread-safe.
 */
public final class DeviceStream implements Stream {
    private final Device device;
    private final DeviceRuntime runtime;
    private final long handle;
    private final @Nullable Lifetime lifetime;

    private DeviceStream(Device device, long handle, @Nullable Lifetime lifetime) {
        this.device = device;
        this.runtime = device.runtime();
        this.handle = handle;
        this.lifetime = lifetime;
    }

    static DeviceStream owned(Device device, long handle) {
        return new DeviceStream(device, handle, new Lifetime("A stream of " + device));
    }

    static DeviceStream wrapped(Device device, long handle) {
        return new DeviceStream(device, handle, null);
    }

    @Override
    public MemoryType memory() {
        return MemoryType.DEVICE;
    }

    /**
     * The device that the stream belongs to.
     *
     * @return the device
     */
    public Device device() {
        return device;
    }

    /**
     * The runtime's handle.
     *
     * @return valid until the stream is closed
     */
    public long handle() {
        return handle;
    }

    /**
     * Holds the stream for something in flight.
     *
     * @return false if it is closed
     */
    public boolean acquire() {
        return lifetime == null || lifetime.acquire();
    }

    /** Whether something in flight holds the stream. */
    boolean isInUse() {
        return lifetime != null && lifetime.inUse();
    }

    /** Whether another object stands for the same stream. */
    boolean isSameAs(DeviceStream other) {
        return other.device == device && other.handle == handle;
    }

    /** Gives back what {@link #acquire()} took. */
    public void release() {
        if (lifetime != null) {
            lifetime.release();
        }
    }

    /**
     * Whether what is queued on the stream is recorded into a graph.
     *
     * @return true while recording
     * @throws AllGatherException of category {@code REJECTED} if this is the default stream and a stream that it waits for
     *     records: nothing may be queued here until that has ended, for it would spoil the recording; {@code CLOSED} if the
     *     stream is closed, {@code DEVICE} if the runtime refuses
     */
    @Override
    public boolean isCapturing() {
        hold();
        try {
            return runtime.isCapturing(device.index(), handle);
        } finally {
            release();
        }
    }

    /**
     * Marks the present end of the stream.
     *
     * @param event an event of the same device
     * @throws IllegalStateException if the event is closed
     * @throws AllGatherException of category {@code CLOSED} if the stream is closed, {@code DEVICE} if the runtime refuses
     */
    public void record(DeviceEvent event) {
        hold();
        try {
            event.recordOn(handle);
        } finally {
            release();
        }
    }

    /**
     * Orders everything queued from now on after a mark.
     *
     * @param event an event of any device of the same runtime, recorded before
     * @throws IllegalStateException if the event is closed
     * @throws AllGatherException of category {@code CLOSED} if the stream is closed, {@code DEVICE} if the runtime refuses
     */
    public void waitFor(DeviceEvent event) {
        hold();
        try {
            event.holdBack(device, handle);
        } finally {
            release();
        }
    }

    /**
     * Keeps everything queued from now on from running until a gate is open. What that may hold up beside this stream, see
     * {@link DeviceGate}.
     *
     * @param gate a gate of any device of the same runtime
     * @throws IllegalStateException if the gate is closed
     * @throws AllGatherException of category {@code CLOSED} if the stream is closed, {@code DEVICE} if the runtime refuses
     */
    public void holdUntil(DeviceGate gate) {
        hold();
        try {
            gate.hold(device, handle);
        } finally {
            release();
        }
    }

    /**
     * Queues the caller's own work on the CPU: it sees what the operations queued before it wrote, and the stream is held
     * until it has run. The actions of all streams of a device run one at a time, on one thread.
     *
     * @param action what to run; it must not wait for operations queued behind it, nor for other actions of this device
     * @return the work in flight
     * @throws AllGatherException of category {@code CLOSED} if the stream is closed, {@code REJECTED} if it is blocked by a
     *     recording as {@link #isCapturing()} says, {@code DEVICE} if the runtime refuses
     * @throws IllegalStateException if the stream records a graph
     */
    @Override
    public Work run(Runnable action) {
        hold();
        try {
            if (runtime.isCapturing(device.index(), handle)) {
                throw new IllegalStateException(
                        "An action cannot be part of a graph, and " + this + " records one; run it before or after");
            }
            DeviceAction work = DeviceAction.queue(this, action);
            device.monitor().watch(work);
            return work;
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        }
    }

    @Override
    public boolean drain(Duration timeout) throws InterruptedException {
        hold();
        try {
            return DevicePolling.await(() -> runtime.isIdle(device.index(), handle), HostTask.limitNanos(timeout));
        } finally {
            release();
        }
    }

    /**
     * Closes a stream that was opened here; what is queued on it still runs. A view of somebody else's stream stays open.
     * Closing it again changes nothing.
     *
     * @throws IllegalStateException if a gather or an action in flight uses it
     */
    @Override
    public void close() {
        if (lifetime != null && device.end(lifetime)) {
            runtime.closeStream(device.index(), handle);
        }
    }

    @Override
    public String toString() {
        return "stream 0x" + Long.toHexString(handle) + " of " + device;
    }

    private void hold() {
        if (!acquire()) {
            throw new AllGatherException(
                    AllGatherException.Category.CLOSED, "A closed " + this + " was used; open another one");
        }
    }
}
