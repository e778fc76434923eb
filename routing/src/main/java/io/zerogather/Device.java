package io.zerogather;

import io.zerogather.spi.Availability;
import io.zerogather.spi.DeviceInfo;
import io.zerogather.spi.DeviceRuntime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * One GPU of this process: where its memory, streams and events come from. There is one object per runtime and index, and it
 * has no lifecycle. Thread-safe. What is done with it leaves the calling thread's current device as it was, and spoils no graph
 * that another thread records.
 */
public final class Device {
    /** By then the monitor has noticed what the device has completed. */
    private static final long MONITOR_NANOS = 50_000_000;

    private static final Map<Key, Device> KNOWN = new ConcurrentHashMap<>();

    private final DeviceRuntime runtime;
    private final int index;
    private final DeviceInfo info;
    private final DeviceCopies copies;
    private final DeviceWords words;
    private final DeviceMonitor monitor;
    private final List<Runnable> settlers = new CopyOnWriteArrayList<>();

    private Device(DeviceRuntime runtime, DeviceInfo info) {
        this.runtime = runtime;
        this.index = info.index();
        this.info = info;
        this.copies = new DeviceCopies(runtime, index);
        this.words = new DeviceWords(runtime, index);
        this.monitor = new DeviceMonitor("zerogather-" + runtime.name() + "-" + index);
    }

    /**
     * A device of the runtime that this process has; of several, the one with the highest preference.
     *
     * @param index the runtime's number of the device in this process, 0-based
     * @return the device
     * @throws AllGatherException of category {@code SETUP} if no runtime is available, with each one's reason, or if it has
     *     no such device
     */
    public static Device open(int index) {
        return of(available(runtimes()), index);
    }

    /**
     * A device of a given runtime.
     *
     * @param runtime an available runtime
     * @param index its number of the device in this process, 0-based
     * @return the device
     * @throws AllGatherException of category {@code SETUP} if the runtime has no such device
     */
    public static Device of(DeviceRuntime runtime, int index) {
        return KNOWN.computeIfAbsent(new Key(runtime, index), unused -> new Device(runtime, found(runtime, index)));
    }

    /** The runtimes on the class path, looked up once: their devices are compared by identity. */
    static List<DeviceRuntime> runtimes() {
        return Found.RUNTIMES;
    }

    /**
     * Takes the best of several runtimes.
     *
     * @throws AllGatherException if none is available
     */
    static DeviceRuntime available(List<DeviceRuntime> runtimes) {
        List<String> refusals = new ArrayList<>();
        for (DeviceRuntime candidate : runtimes.stream()
                .sorted(Comparator.comparingInt(DeviceRuntime::preference).reversed())
                .toList()) {
            Availability availability = candidate.availability();
            if (availability.available()) {
                return candidate;
            }
            refusals.add(candidate.name() + ": " + availability.reason());
        }
        throw new AllGatherException(
                AllGatherException.Category.SETUP,
                "no GPU runtime is available; "
                        + (refusals.isEmpty()
                                ? "the class path has none, add zerogather-gpu-runtime"
                                : String.join("; ", refusals)));
    }

    /**
     * The runtime that the device belongs to.
     *
     * @return its port
     */
    public DeviceRuntime runtime() {
        return runtime;
    }

    /**
     * The runtime's number of the device in this process.
     *
     * @return 0-based
     */
    public int index() {
        return index;
    }

    /**
     * What the runtime says about the device.
     *
     * @return name, address and size
     */
    public DeviceInfo info() {
        return info;
    }

    /**
     * Whether the device can be used: it starts, and its streams wait for what the CPU stores. Starts the device if nobody
     * has, which takes memory of it and up to seconds.
     *
     * @return yes, or why not
     */
    public Availability availability() {
        return runtime.availability(index);
    }

    /**
     * Allocates memory of the device.
     *
     * @param bytes length, at least 1
     * @return the memory
     * @throws AllGatherException of category {@code DEVICE} if it cannot be had
     */
    public DeviceMemory allocate(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("Memory of " + bytes + " bytes: allocate at least 1");
        }
        return new DeviceMemory(this, runtime.allocate(index, bytes), bytes);
    }

    /**
     * Opens a stream that does not wait for the default stream.
     *
     * @return the stream
     * @throws AllGatherException of category {@code DEVICE} if the runtime refuses
     */
    public DeviceStream openStream() {
        return DeviceStream.owned(this, runtime.openStream(index));
    }

    /**
     * A stream that somebody else opened, for example a framework. It stays theirs and must live until everything that was
     * queued on it through this object has run.
     *
     * @param handle the runtime's handle; 0 is its default stream, which cannot be used while a stream that waits for it
     *     records a graph
     * @return a view of the stream; closing it changes nothing
     */
    public DeviceStream stream(long handle) {
        return DeviceStream.wrapped(this, handle);
    }

    /**
     * Opens an event that also keeps the time.
     *
     * @return the event, not recorded
     * @throws AllGatherException of category {@code DEVICE} if the runtime refuses
     */
    public DeviceEvent openEvent() {
        return openEvent(true);
    }

    /**
     * Opens an event.
     *
     * @param timed whether it keeps the time, which costs the device a little
     * @return the event, not recorded
     * @throws AllGatherException of category {@code DEVICE} if the runtime refuses
     */
    public DeviceEvent openEvent(boolean timed) {
        return new DeviceEvent(this, runtime.openEvent(index, timed), timed);
    }

    /**
     * Opens a gate, which is shut.
     *
     * @return the gate
     * @throws AllGatherException of category {@code DEVICE} if the runtime refuses
     */
    public DeviceGate openGate() {
        return new DeviceGate(this);
    }

    /**
     * Adds what lets go of the memory and streams of gathers that the device has completed. A backend that looks for
     * completed gathers from time to time is asked so before memory or a stream counts as still in use.
     *
     * @param settler short; any thread may run it
     */
    public void addSettler(Runnable settler) {
        settlers.add(settler);
    }

    /**
     * Takes back what {@link #addSettler} added.
     *
     * @param settler the same object
     */
    public void removeSettler(Runnable settler) {
        boolean unused = settlers.remove(settler);
    }

    /** Ends a lifetime that gathers may still hold although the device has completed them. */
    boolean end(Lifetime lifetime) {
        if (lifetime.inUse()) {
            settlers.forEach(Runnable::run);
            boolean unused = DevicePolling.awaitUninterruptibly(() -> !lifetime.inUse(), MONITOR_NANOS);
        }
        return lifetime.end();
    }

    DeviceCopies copies() {
        return copies;
    }

    DeviceWords words() {
        return words;
    }

    DeviceMonitor monitor() {
        return monitor;
    }

    @Override
    public String toString() {
        return runtime.name() + " device " + index + " (" + info.name() + ", " + info.busId() + ")";
    }

    private static DeviceInfo found(DeviceRuntime runtime, int index) {
        List<DeviceInfo> devices = runtime.devices();
        return devices.stream()
                .filter(device -> device.index() == index)
                .findFirst()
                .orElseThrow(() -> new AllGatherException(
                        AllGatherException.Category.SETUP,
                        runtime.name() + " has no device " + index + ": this process sees " + devices.size()
                                + " device(s)"));
    }

    /** Runtimes are compared by identity. */
    private static final class Key {
        private final DeviceRuntime runtime;
        private final int index;

        Key(DeviceRuntime runtime, int index) {
            this.runtime = runtime;
            this.index = index;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.runtime == runtime && key.index == index;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(runtime) + index;
        }
    }

    /** Looked up when first asked for. */
    private static final class Found {
        static final List<DeviceRuntime> RUNTIMES = LoadedServices.all(ServiceLoader.load(DeviceRuntime.class));
    }
}
