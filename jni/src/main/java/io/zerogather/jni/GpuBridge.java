package io.zerogather.jni;

/**
 * GPU runtimes of this process by raw handles: CUDA's driver and HIP's runtime. Any thread may call; each function makes
 * the device it names current on the calling thread while it runs, {@link #makeCurrent} for good. No function spoils a graph
 * that another thread records. Every function but {@link #load} throws {@link GpuException} if the
 * runtime refuses, and may be called only after {@link #load}.
 */
public final class GpuBridge {
    /** CUDA's driver library. */
    public static final int CUDA = 1;

    /** HIP's runtime library. */
    public static final int HIP = 2;

    /** The code of failures that are not a runtime's own, for example a library that is missing. */
    public static final int NOT_OF_THE_RUNTIME = -1;

    /** The code of {@link #isCapturing} if the default stream cannot be used since another stream records, in both. */
    public static final int BLOCKED_BY_RECORDING = 906;

    private GpuBridge() {}

    /**
     * Loads the native library, which opens no runtime yet.
     *
     * @throws NativeLibraryException if it cannot be loaded, or is of another version
     */
    public static void load() {
        NativeBridge.load();
    }

    /**
     * Opens a runtime's library and looks up its functions, calling none. It stays open.
     *
     * @param kind {@link #CUDA} or {@link #HIP}
     * @param file path, or a name that the loader looks for; not null
     * @return the runtime
     */
    public static native long open(int kind, String file);

    /**
     * Initializes the driver and finds the devices. Once, before everything below.
     *
     * @param runtime what {@link #open} returned
     */
    public static native void start(long runtime);

    /**
     * Where the library was found.
     *
     * @param runtime what {@link #open} returned
     * @return path without symbolic links
     */
    public static native String file(long runtime);

    /**
     * Version of the driver.
     *
     * @param runtime what {@link #open} returned
     * @return for example {@code 13.0}
     */
    public static native String version(long runtime);

    /**
     * Number of devices.
     *
     * @param runtime what {@link #open} returned
     * @return 0 before {@link #start}
     */
    public static native int deviceCount(long runtime);

    /**
     * Name of a device.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @return the vendor's
     */
    public static native String deviceName(long runtime, int device);

    /**
     * PCI address of a device.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @return in lower case
     */
    public static native String busId(long runtime, int device);

    /**
     * Architecture of a device.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @return for example {@code sm_90} or {@code gfx942}
     */
    public static native String architecture(long runtime, int device);

    /**
     * Memory of a device.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @return bytes
     */
    public static native long memoryBytes(long runtime, int device);

    /**
     * Whether a device can read another's memory.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param peer index of the owner
     * @return true if it can
     */
    public static native boolean reachesPeer(long runtime, int device, int peer);

    /**
     * Makes a device current on the calling thread.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     */
    public static native void makeCurrent(long runtime, int device);

    /**
     * Starts a device and tries whether its streams wait for words that the CPU stores, which everything here counts on.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param patienceNanos how long the stream may take to see the word
     * @throws GpuException if the device does not start, or its streams do not wait
     */
    public static native void check(long runtime, int device, long patienceNanos);

    /**
     * Allocates memory of a device.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param bytes at least 1
     * @return address
     */
    public static native long allocate(long runtime, int device, long bytes);

    /**
     * Frees memory of a device.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param address what {@link #allocate} returned
     */
    public static native void free(long runtime, int device, long address);

    /**
     * Allocates page-locked memory that all devices reach by the same address.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param bytes at least 1
     * @return address of zeroed memory
     */
    public static native long allocateHost(long runtime, int device, long bytes);

    /**
     * Frees page-locked memory.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param address what {@link #allocateHost} returned
     */
    public static native void freeHost(long runtime, int device, long address);

    /**
     * Queues a copy.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param to address
     * @param from address
     * @param bytes length
     * @param stream handle, 0 for the default stream
     */
    public static native void copy(long runtime, int device, long to, long from, long bytes, long stream);

    /**
     * Opens a stream that does not wait for the default stream.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @return handle
     */
    public static native long openStream(long runtime, int device);

    /**
     * Closes a stream; what is queued still runs.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param stream what {@link #openStream} returned; nobody closes the default stream
     */
    public static native void closeStream(long runtime, int device, long stream);

    /**
     * Whether everything queued on a stream has run.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param stream handle, 0 for the default stream
     * @return false too while it records, or cannot be asked since another stream does
     */
    public static native boolean isIdle(long runtime, int device, long stream);

    /**
     * Blocks until everything queued on a stream has run.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param stream handle, 0 for the default stream
     */
    public static native void synchronize(long runtime, int device, long stream);

    /**
     * Whether a stream records a graph.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param stream handle, 0 for the default stream
     * @return true while it does
     * @throws GpuException with {@link #BLOCKED_BY_RECORDING} for the default stream while a stream that it waits for
     *     records: to use it now would spoil that recording
     */
    public static native boolean isCapturing(long runtime, int device, long stream);

    /**
     * Opens an event.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param timed whether {@link #elapsedNanos} will be asked
     * @return handle
     */
    public static native long openEvent(long runtime, int device, boolean timed);

    /**
     * Closes an event.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param event handle
     */
    public static native void closeEvent(long runtime, int device, long event);

    /**
     * Marks the present end of a stream.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param event handle
     * @param stream handle, 0 for the default stream
     */
    public static native void record(long runtime, int device, long event, long stream);

    /**
     * Whether a stream has passed a mark.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param event handle
     * @return true too if nothing was recorded
     */
    public static native boolean isReached(long runtime, int device, long event);

    /**
     * Queues a wait for a mark.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param stream handle, 0 for the default stream
     * @param event handle
     */
    public static native void waitFor(long runtime, int device, long stream, long event);

    /**
     * Time between two marks that have been passed.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param start handle of the earlier event
     * @param end handle of the later one
     * @return nanoseconds
     */
    public static native long elapsedNanos(long runtime, int device, long start, long end);

    /**
     * Holds a stream until a word is at least a value. Both are not negative: some runtimes compare with a sign, some without.
     *
     * @param runtime what {@link #open} returned
     * @param device index
     * @param stream handle, 0 for the default stream
     * @param word address of 32 bits of page-locked memory
     * @param value the least that lets the stream go on
     */
    public static native void holdUntil(long runtime, int device, long stream, long word, int value);
}
