package io.zerogather.spi;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A GPU runtime of this process: memory, streams and events of its devices, by raw handles. Every call may come from any
 * thread. The thread's current device is the same after a call as before, but after {@link #makeCurrent}; a thread on which
 * another one is current pays for that with two changes of the device in each call, a fraction of a microsecond. No call spoils
 * a graph that another thread records. Handles and addresses are the runtime's own, so that a
 * framework's streams and tensors can be passed. A call that the runtime refuses throws an {@link
 * io.zerogather.AllGatherException} of category {@code DEVICE} with the runtime's own text.
 *
 * <p>Whoever opens something closes it; nothing here counts uses.
 */
public interface DeviceRuntime {
    /**
     * The runtime's name.
     *
     * @return {@code cuda} or {@code hip}
     */
    String name();

    /**
     * Among several that work, the one with the highest preference is taken.
     *
     * @return any number
     */
    int preference();

    /**
     * Whether its library loads and has a device.
     *
     * @return yes, or why not; never throws
     */
    Availability availability();

    /**
     * Whether one device can be used: it starts, its streams wait for words that the CPU stores, and no second copy of the
     * runtime's library has come into this process. Starts the device if nobody has, which takes memory of it and up to
     * seconds.
     *
     * @param device index
     * @return yes, or why not; never throws
     */
    default Availability availability(int device) {
        return availability();
    }

    /**
     * Where the library was found and what it is.
     *
     * @return file and driver version in words, for example {@code /usr/lib/libcuda.so.1 (driver 13.0)}; empty if it is
     *     not available
     */
    String describe();

    /**
     * The devices that this process sees.
     *
     * @return in the order of their indices; empty if the runtime is not available
     */
    List<DeviceInfo> devices();

    /**
     * Whether one device can read another's memory directly.
     *
     * @param device the reader
     * @param peer the owner
     * @return true if it can
     */
    boolean reachesPeer(int device, int peer);

    /**
     * Makes a device current on the calling thread, for libraries that look at it. It stays so.
     *
     * @param device index
     */
    void makeCurrent(int device);

    /**
     * Allocates memory of a device.
     *
     * @param device index
     * @param bytes at least 1
     * @return address
     */
    long allocate(int device, long bytes);

    /**
     * Frees what {@link #allocate} gave. May wait for the device.
     *
     * @param device index
     * @param address what was given
     */
    void free(int device, long address);

    /**
     * Allocates page-locked memory of the host that the device can reach by the same address.
     *
     * @param device index
     * @param bytes at least 1
     * @return address, zeroed
     */
    long allocateHost(int device, long bytes);

    /**
     * Frees what {@link #allocateHost} gave.
     *
     * @param device index
     * @param address what was given
     */
    void freeHost(int device, long address);

    /**
     * A window through which the CPU reads and writes page-locked memory, in native byte order. It must not be used after
     * the memory was freed.
     *
     * @param address in memory of {@link #allocateHost}
     * @param bytes length, at least 1
     * @return a direct buffer over the same bytes
     */
    ByteBuffer view(long address, int bytes);

    /**
     * Queues a copy between any two places that the device reaches: its memory and page-locked memory, in order of the
     * stream; ordinary host memory too, then the call may wait for the copy.
     *
     * @param device index
     * @param to address
     * @param from address
     * @param bytes at least 1
     * @param stream stream of the device
     */
    void copy(int device, long to, long from, long bytes, long stream);

    /**
     * Opens a stream that does not wait for the default stream.
     *
     * @param device index
     * @return handle
     */
    long openStream(int device);

    /**
     * Closes a stream; what is queued on it still runs.
     *
     * @param device index
     * @param stream what {@link #openStream} gave; nobody closes the default stream
     */
    void closeStream(int device, long stream);

    /**
     * Whether everything queued on a stream has run.
     *
     * @param device index
     * @param stream handle
     * @return true if so; false while the stream records, and of the default stream while a stream that it waits for does
     */
    boolean isIdle(int device, long stream);

    /**
     * Blocks until everything queued on a stream has run.
     *
     * @param device index
     * @param stream handle
     */
    void synchronize(int device, long stream);

    /**
     * Whether what is queued on a stream is recorded into a graph.
     *
     * @param device index
     * @param stream handle
     * @return true while recording
     * @throws io.zerogather.AllGatherException of category {@code REJECTED} for the default stream while a stream that it
     *     waits for records: nothing may be queued on it now, for that would spoil the recording, which goes on
     */
    boolean isCapturing(int device, long stream);

    /**
     * Opens an event.
     *
     * @param device index
     * @param timed whether {@link #elapsedNanos} will be asked
     * @return handle
     */
    long openEvent(int device, boolean timed);

    /**
     * Closes an event.
     *
     * @param device index
     * @param event handle
     */
    void closeEvent(int device, long event);

    /**
     * Marks the present end of a stream.
     *
     * @param device index
     * @param event handle
     * @param stream handle
     */
    void record(int device, long event, long stream);

    /**
     * Whether the stream has passed the mark.
     *
     * @param device index
     * @param event handle
     * @return true if it has, or if nothing was recorded
     */
    boolean isReached(int device, long event);

    /**
     * Queues a wait for a mark.
     *
     * @param device index
     * @param stream the stream that waits
     * @param event handle
     */
    void waitFor(int device, long stream, long event);

    /**
     * Time between two marks that have both been passed, by the device's clock.
     *
     * @param device index
     * @param start the earlier
     * @param end the later
     * @return nanoseconds, to about half a microsecond
     */
    long elapsedNanos(int device, long start, long end);

    /**
     * Holds a stream until a word of page-locked memory is at least a value. Both must not be negative, for CUDA compares
     * them as numbers that wrap around and HIP as numbers without a sign: a word that grows must not be used any more when it
     * has come to {@link Integer#MAX_VALUE}. Who stores it may be the CPU.
     *
     * @param device index
     * @param stream the stream that waits
     * @param word address of 32 bits in memory of {@link #allocateHost}
     * @param value least value that lets the stream go on
     */
    void holdUntil(int device, long stream, long word, int value);
}
