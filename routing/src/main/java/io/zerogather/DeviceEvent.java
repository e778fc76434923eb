package io.zerogather;

import java.time.Duration;

/**
 * A mark in a stream of a GPU. It can be recorded again, which forgets the mark before. Thread-safe, except that recording
 * it from two threads at once leaves open which mark counts.
 */
public final class DeviceEvent implements AutoCloseable {
    private final Device device;
    private final long handle;
    private final boolean timed;
    private final Lifetime lifetime;

    DeviceEvent(Device device, long handle, boolean timed) {
        this.device = device;
        this.handle = handle;
        this.timed = timed;
        this.lifetime = new Lifetime("An event of " + device);
    }

    /**
     * The device that the event was opened on.
     *
     * @return the device
     */
    public Device device() {
        return device;
    }

    /**
     * The runtime's handle.
     *
     * @return valid until the event is closed
     */
    public long handle() {
        return handle;
    }

    /**
     * Asks without blocking.
     *
     * @return true once the stream has passed the mark, or if nothing was recorded
     * @throws IllegalStateException if the event is closed
     * @throws AllGatherException of category {@code DEVICE} if the device has failed
     */
    public boolean isReached() {
        hold();
        try {
            return device.runtime().isReached(device.index(), handle);
        } finally {
            lifetime.release();
        }
    }

    /**
     * Blocks until the stream has passed the mark or the time is over.
     *
     * @param timeout the longest wait, not negative
     * @return false if the time was over first
     * @throws IllegalStateException if the event is closed
     * @throws AllGatherException of category {@code DEVICE} if the device has failed
     * @throws InterruptedException if the calling thread is interrupted
     */
    public boolean await(Duration timeout) throws InterruptedException {
        return DevicePolling.await(this::isReached, HostTask.limitNanos(timeout));
    }

    /**
     * Time between two marks that have both been passed, by the device's clock.
     *
     * @param start the earlier mark
     * @return nanoseconds, to about half a microsecond
     * @throws IllegalStateException if an event is closed or keeps no time
     * @throws AllGatherException of category {@code DEVICE} if a mark has not been passed
     */
    public long elapsedNanosSince(DeviceEvent start) {
        if (!timed || !start.timed) {
            throw new IllegalStateException("An event that keeps no time was asked for it; open it with openEvent()");
        }
        hold();
        try {
            start.hold();
            try {
                return device.runtime().elapsedNanos(device.index(), start.handle, handle);
            } finally {
                start.lifetime.release();
            }
        } finally {
            lifetime.release();
        }
    }

    /**
     * Closes the event; streams that wait for it are not affected. Closing it again changes nothing.
     *
     * @throws IllegalStateException if another thread is using it
     */
    @Override
    public void close() {
        if (lifetime.end()) {
            device.runtime().closeEvent(device.index(), handle);
        }
    }

    void recordOn(long stream) {
        hold();
        try {
            device.runtime().record(device.index(), handle, stream);
        } finally {
            lifetime.release();
        }
    }

    void holdBack(Device other, long stream) {
        hold();
        try {
            device.runtime().waitFor(other.index(), stream, handle);
        } finally {
            lifetime.release();
        }
    }

    private void hold() {
        if (!lifetime.acquire()) {
            lifetime.requireOpen();
        }
    }
}
