package io.zerogather.tck;

import io.zerogather.AllGatherException;
import io.zerogather.spi.Availability;
import io.zerogather.spi.DeviceInfo;
import io.zerogather.spi.DeviceRuntime;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A GPU runtime without a GPU, for tests: its devices' memory is the process's, its streams are threads. It counts what is
 * open, and a device can be made to fail.
 */
public final class FakeDeviceRuntime implements DeviceRuntime {
    private final int devices;
    private final AtomicLong lastHandle = new AtomicLong();
    private final Map<Long, FakeStream> streams = new ConcurrentHashMap<>();
    private final Map<Integer, FakeStream> defaultStreams = new ConcurrentHashMap<>();
    private final Map<Long, FakeEvent> events = new ConcurrentHashMap<>();
    private final Map<Long, Long> memory = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<Long, ByteBuffer> hostMemory = new ConcurrentSkipListMap<>();
    private final Set<Long> capturing = ConcurrentHashMap.newKeySet();
    private volatile @Nullable String breakdown;
    private volatile String refusal = "";

    private FakeDeviceRuntime(int devices) {
        this.devices = devices;
    }

    /**
     * A runtime whose devices work.
     *
     * @param devices how many
     * @return the runtime
     */
    public static FakeDeviceRuntime of(int devices) {
        return new FakeDeviceRuntime(devices);
    }

    /**
     * A runtime that is not available.
     *
     * @param reason why not
     * @return the runtime
     */
    public static FakeDeviceRuntime refusing(String reason) {
        FakeDeviceRuntime runtime = new FakeDeviceRuntime(0);
        runtime.refusal = reason;
        return runtime;
    }

    /**
     * Makes every later question about an event fail.
     *
     * @param text what the runtime says
     */
    public void breakDown(String text) {
        breakdown = text;
    }

    /**
     * Makes a stream record a graph, or end that.
     *
     * @param stream handle
     * @param records whether it does
     */
    public void capture(long stream, boolean records) {
        boolean unused = records ? capturing.add(stream) : capturing.remove(stream);
    }

    /**
     * Queues what stands for a kernel.
     *
     * @param device index
     * @param stream handle
     * @param kernel runs on the stream's thread
     */
    public void launch(int device, long stream, Runnable kernel) {
        stream(device, stream).enqueue(kernel);
    }

    /**
     * Device memory that is not freed.
     *
     * @return allocations
     */
    public int openMemory() {
        return memory.size();
    }

    /**
     * Streams that are not closed.
     *
     * @return how many
     */
    public int openStreams() {
        return streams.size();
    }

    /**
     * Events that are not closed.
     *
     * @return how many
     */
    public int openEvents() {
        return events.size();
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public int preference() {
        return 0;
    }

    @Override
    public Availability availability() {
        return refusal.isEmpty() ? Availability.yes() : Availability.no(refusal);
    }

    @Override
    public String describe() {
        return refusal.isEmpty() ? "threads of this process" : "";
    }

    @Override
    public List<DeviceInfo> devices() {
        return IntStream.range(0, devices)
                .mapToObj(index -> new DeviceInfo(index, "Fake", busId(index), "fake", 1L << 30))
                .toList();
    }

    /**
     * The address of a device.
     *
     * @param index its number
     * @return unique in this runtime
     */
    public static String busId(int index) {
        return String.format("0000:%02x:00.0", index);
    }

    @Override
    public boolean reachesPeer(int device, int peer) {
        return true;
    }

    @Override
    public void makeCurrent(int device) {
        require(device < devices, "no device " + device);
    }

    @Override
    public long allocate(int device, long bytes) {
        makeCurrent(device);
        long address = RawMemory.allocate(bytes);
        memory.put(address, bytes);
        return address;
    }

    @Override
    public void free(int device, long address) {
        require(memory.remove(address) != null, "memory that was not allocated");
        RawMemory.free(address);
    }

    @Override
    public long allocateHost(int device, long bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
        long address = RawMemory.addressOf(buffer);
        hostMemory.put(address, buffer);
        return address;
    }

    @Override
    public void freeHost(int device, long address) {
        require(hostMemory.remove(address) != null, "host memory that was not allocated");
    }

    @Override
    public ByteBuffer view(long address, int bytes) {
        Map.Entry<Long, ByteBuffer> entry = hostMemory.floorEntry(address);
        require(entry != null, "no host memory at this address");
        return entry.getValue().slice((int) (address - entry.getKey()), bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public void copy(int device, long to, long from, long bytes, long stream) {
        launch(device, stream, () -> RawMemory.copy(from, to, bytes));
    }

    @Override
    public long openStream(int device) {
        makeCurrent(device);
        long handle = lastHandle.incrementAndGet();
        streams.put(handle, FakeStream.start(device, "fake-stream-" + handle));
        return handle;
    }

    @Override
    public void closeStream(int device, long stream) {
        FakeStream closed = streams.remove(stream);
        require(closed != null, "a stream that is not open");
        closed.close();
    }

    @Override
    public boolean isIdle(int device, long stream) {
        return !capturing.contains(stream) && stream(device, stream).isIdle();
    }

    @Override
    public void synchronize(int device, long stream) {
        stream(device, stream).awaitIdle();
    }

    @Override
    public boolean isCapturing(int device, long stream) {
        return capturing.contains(stream);
    }

    @Override
    public long openEvent(int device, boolean timed) {
        makeCurrent(device);
        long handle = lastHandle.incrementAndGet();
        events.put(handle, new FakeEvent());
        return handle;
    }

    @Override
    public void closeEvent(int device, long event) {
        require(events.remove(event) != null, "an event that is not open");
    }

    @Override
    public void record(int device, long event, long stream) {
        FakeEvent.Mark mark = event(event).record();
        launch(device, stream, mark::reach);
    }

    @Override
    public boolean isReached(int device, long event) {
        require(breakdown == null, breakdown);
        return event(event).mark().isReached();
    }

    @Override
    public void waitFor(int device, long stream, long event) {
        FakeEvent.Mark mark = event(event).mark();
        FakeStream waiting = stream(device, stream);
        waiting.enqueue(() -> waiting.await(mark::isReached));
    }

    @Override
    public long elapsedNanos(int device, long start, long end) {
        return event(end).mark().nanos() - event(start).mark().nanos();
    }

    @Override
    public void holdUntil(int device, long stream, long word, int value) {
        FakeStream waiting = stream(device, stream);
        waiting.enqueue(() -> waiting.await(() -> RawMemory.readInt(word) - value >= 0));
    }

    private FakeStream stream(int device, long handle) {
        FakeStream stream = handle == 0
                ? defaultStreams.computeIfAbsent(device, index -> FakeStream.start(index, "fake-default-" + index))
                : streams.get(handle);
        require(stream != null, "a stream that is not open");
        require(stream.device() == device, "a stream of another device");
        return stream;
    }

    private FakeEvent event(long handle) {
        FakeEvent event = events.get(handle);
        require(event != null, "an event that is not open");
        return event;
    }

    private static void require(boolean condition, @Nullable String problem) {
        if (!condition) {
            throw new AllGatherException(AllGatherException.Category.DEVICE, "fake runtime: " + problem);
        }
    }
}
