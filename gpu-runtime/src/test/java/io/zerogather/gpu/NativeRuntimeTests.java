package io.zerogather.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import io.zerogather.AllGatherException;
import io.zerogather.AllGatherException.Category;
import io.zerogather.jni.GpuException;
import io.zerogather.jni.NativeBridge;
import io.zerogather.spi.Availability;
import io.zerogather.spi.DeviceInfo;
import io.zerogather.spi.DeviceRuntime;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What every method of a runtime does, over a fake one. */
@Timeout(60)
abstract class NativeRuntimeTests {
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    private static final int BYTES = 100_000;

    private final String libraryName;
    private FakeGpu fake;
    private NativeRuntime runtime;

    NativeRuntimeTests(String libraryName) {
        this.libraryName = libraryName;
    }

    /** The runtime under test, over a library. */
    abstract NativeRuntime open(Path library);

    /** What the runtime calls its function that allocates memory of a device. */
    abstract String allocateFunction();

    abstract String outOfMemory();

    abstract String eventQueryFunction();

    abstract String startFunction();

    abstract String beginCaptureFunction();

    abstract String endCaptureFunction();

    abstract String openStreamFunction();

    abstract String closeStreamFunction();

    /** One that the first use of a device calls. */
    abstract String functionOfDeviceStart();

    abstract DeviceInfo secondDevice();

    abstract String version();

    @BeforeEach
    void copyTheFake(@TempDir Path folder) {
        fake = FakeGpu.copied(libraryName, folder);
        runtime = open(fake.library());
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(fake.liveThings()).isZero();
    }

    @Test
    void isAvailableAndSaysWhatItIs() {
        assertThat(fake.calls(startFunction())).isZero();
        assertThat(runtime.availability()).isEqualTo(Availability.yes());
        assertThat(runtime.describe()).isEqualTo(fake.library() + " (driver " + version() + ")");
        assertThat(runtime.devices()).hasSize(4).element(1).isEqualTo(secondDevice());
        assertThat(runtime.devices()).extracting(DeviceInfo::busId).doesNotHaveDuplicates();
        runtime.makeCurrent(0);
        assertThat(fake.calls(startFunction())).as("starts").isOne();
    }

    @Test
    void knowsWhichDevicesReachEachOther() {
        assertThat(runtime.reachesPeer(0, 1)).isTrue();
        fake.unreachablePeers();
        assertThat(runtime.reachesPeer(0, 1)).isFalse();
        assertThat(runtime.reachesPeer(1, 1)).isTrue();
    }

    @Test
    void makesADeviceCurrentOnTheCallingThread() throws Exception {
        runtime.makeCurrent(2);
        assertThat(fake.currentDevice()).isEqualTo(2);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<Integer> seen = other.submit(() -> {
                runtime.makeCurrent(3);
                return fake.currentDevice();
            });
            assertThat(seen.get(30, TimeUnit.SECONDS)).isEqualTo(3);
        } finally {
            other.shutdownNow();
        }
        assertThat(fake.currentDevice()).isEqualTo(2);
    }

    @Test
    void copiesBetweenDevicesAndTheHost() {
        long stream = runtime.openStream(1);
        long device = runtime.allocate(1, BYTES);
        long peer = runtime.allocate(2, BYTES);
        long host = runtime.allocateHost(1, BYTES);
        ByteBuffer view = runtime.view(host, BYTES);
        assertThat(fake.ownerOf(device, BYTES)).isEqualTo(1);
        assertThat(fake.ownerOf(peer, BYTES)).isEqualTo(2);
        assertThat(fake.ownerOf(host, BYTES)).isEqualTo(-1);
        assertThat(view.order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(view.capacity()).isEqualTo(BYTES);
        for (int i = 0; i < BYTES; i++) {
            assertThat(view.get(i)).as("byte %d of new page-locked memory", i).isZero();
            view.put(i, (byte) (i * 31));
        }
        runtime.copy(1, device, host, BYTES, stream);
        runtime.copy(1, peer, device, BYTES, stream);
        ByteBuffer ordinary = ByteBuffer.allocateDirect(BYTES);
        runtime.copy(1, NativeBridge.bufferAddress(ordinary), peer, BYTES, stream);
        runtime.synchronize(1, stream);
        assertThat(ordinary).isEqualTo(view.duplicate().rewind());
        runtime.copy(1, device, host, BYTES, 0);
        runtime.synchronize(1, 0);
        assertThat(runtime.isIdle(1, 0)).isTrue();
        runtime.closeStream(1, stream);
        runtime.free(1, device);
        runtime.free(2, peer);
        runtime.freeHost(1, host);
    }

    @Test
    void holdsAStreamUntilAWordIsStored() {
        long stream = runtime.openStream(0);
        long second = runtime.openStream(1);
        long mark = runtime.openEvent(0, false);
        long end = runtime.openEvent(1, false);
        long word = runtime.allocateHost(0, Integer.BYTES);
        assertThat(runtime.isReached(0, mark)).as("before anything is recorded").isTrue();
        assertThat(runtime.isIdle(0, stream)).isTrue();

        runtime.holdUntil(0, stream, word, 7);
        runtime.record(0, mark, stream);
        runtime.waitFor(1, second, mark);
        runtime.record(1, end, second);
        assertThat(runtime.isIdle(0, stream)).isFalse();
        assertThat(runtime.isReached(0, mark)).isFalse();
        assertThat(runtime.isReached(1, end)).isFalse();

        INT.setRelease(runtime.view(word, Integer.BYTES), 0, 7);
        await().until(() -> runtime.isReached(1, end));
        assertThat(runtime.isReached(0, mark)).isTrue();
        runtime.synchronize(0, stream);
        runtime.closeStream(0, stream);
        runtime.closeStream(1, second);
        runtime.closeEvent(0, mark);
        runtime.closeEvent(1, end);
        runtime.freeHost(0, word);
    }

    @Test
    void measuresTimeBetweenMarks() {
        long stream = runtime.openStream(0);
        long start = runtime.openEvent(0, true);
        long end = runtime.openEvent(0, true);
        long word = runtime.allocateHost(0, Integer.BYTES);
        runtime.record(0, start, stream);
        runtime.holdUntil(0, stream, word, 1);
        runtime.record(0, end, stream);
        assertRefused(() -> runtime.elapsedNanos(0, start, end)).hasMessageContaining("(600): device not ready");
        await().until(() -> runtime.isReached(0, start));
        long before = System.nanoTime();
        while (System.nanoTime() - before < 1_000_000) {
            Thread.onSpinWait();
        }
        INT.setRelease(runtime.view(word, Integer.BYTES), 0, 1);
        runtime.synchronize(0, stream);
        assertThat(runtime.elapsedNanos(0, start, end)).isGreaterThan(900_000);
        runtime.closeEvent(0, start);
        runtime.closeEvent(0, end);
        runtime.closeStream(0, stream);
        runtime.freeHost(0, word);
    }

    @Test
    void seesThatAStreamRecords() {
        long stream = runtime.openStream(0);
        assertThat(runtime.isCapturing(0, stream)).isFalse();
        fake.capture(stream, true);
        assertThat(runtime.isCapturing(0, stream)).isTrue();
        assertThat(runtime.isIdle(0, stream)).as("idle while it records").isFalse();
        fake.capture(stream, false);
        runtime.closeStream(0, stream);
    }

    @Test
    void allocatesWhileAnotherThreadRecords() throws Exception {
        runtime.makeCurrent(0);
        long stream = runtime.openStream(0);
        assertThat(fake.call(beginCaptureFunction(), new Pointer(stream), 0)).isZero();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            other.submit(() -> {
                        runtime.free(0, runtime.allocate(0, 8));
                        runtime.freeHost(0, runtime.allocateHost(0, 8));
                        assertThat(runtime.availability(0).available()).isTrue();
                    })
                    .get(30, TimeUnit.SECONDS);
        } finally {
            other.shutdownNow();
        }
        assertThat(runtime.isCapturing(0, stream)).isTrue();
        assertThat(fake.call(endCaptureFunction(), new Pointer(stream), new PointerByReference()))
                .as("the graph is sound")
                .isZero();
        runtime.closeStream(0, stream);
    }

    @Test
    void theDefaultStreamIsBlockedByARecording() {
        runtime.makeCurrent(0);
        PointerByReference opened = new PointerByReference();
        assertThat(fake.call(openStreamFunction(), opened, 0, 0)).isZero();
        Pointer blocking = opened.getValue();
        assertThat(fake.call(beginCaptureFunction(), blocking, 0)).isZero();
        assertThatThrownBy(() -> runtime.isCapturing(0, 0))
                .isInstanceOfSatisfying(
                        AllGatherException.class, e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .hasMessageContaining("(906)")
                .hasMessageContaining(
                        "The default stream cannot be used while a stream that it waits for records a graph");
        assertThat(runtime.isIdle(0, 0)).isFalse();
        assertThat(runtime.isCapturing(0, Pointer.nativeValue(blocking))).isTrue();
        assertThat(fake.call(endCaptureFunction(), blocking, new PointerByReference()))
                .as("the graph is sound")
                .isZero();
        assertThat(runtime.isCapturing(0, 0)).isFalse();
        assertThat(fake.call(closeStreamFunction(), blocking)).isZero();
    }

    @Test
    void leavesTheCurrentDeviceAsItWas() {
        runtime.makeCurrent(2);
        runtime.free(1, runtime.allocate(1, 8));
        assertRefused(() -> runtime.allocate(1, 1L << 40)).hasMessageContaining("out of memory");
        assertThat(fake.currentDevice()).isEqualTo(2);
    }

    @Test
    void aDeviceThatDoesNotStartIsRefused() {
        fake.fail(functionOfDeviceStart(), 1, 999);
        assertThat(runtime.availability(1).reason())
                .startsWith(runtime.name() + " device 1 cannot be used: " + functionOfDeviceStart() + " failed: ")
                .contains("(999)");
        assertThat(runtime.availability(1)).isEqualTo(Availability.yes());
        assertThat(runtime.availability(7).reason()).contains("there is no device 7");
    }

    @Test
    void saysHowMuchMemoryWasMissing() {
        assertRefused(() -> runtime.allocate(0, 1L << 40))
                .hasMessage(
                        allocateFunction() + "(1099511627776 bytes) failed: " + outOfMemory() + " (2): out of memory");
        fake.memory(100);
        assertRefused(() -> runtime.allocateHost(0, 101)).hasMessageContaining("(101 bytes) failed");
    }

    @Test
    void everyRefusalSaysWhatTheRuntimeSaid() {
        long bad = 4096;
        List<ThrowingCallable> calls = List.of(
                () -> runtime.free(0, bad),
                () -> runtime.freeHost(0, bad),
                () -> runtime.copy(0, bad, bad, 1, bad),
                () -> runtime.closeStream(0, bad),
                () -> runtime.isIdle(0, bad),
                () -> runtime.synchronize(0, bad),
                () -> runtime.isCapturing(0, bad),
                () -> runtime.closeEvent(0, bad),
                () -> runtime.record(0, bad, bad),
                () -> runtime.isReached(0, bad),
                () -> runtime.waitFor(0, bad, bad),
                () -> runtime.elapsedNanos(0, bad, bad),
                () -> runtime.holdUntil(0, bad, bad, 1));
        for (ThrowingCallable call : calls) {
            assertRefused(call).hasMessageMatching("\\w+(\\(1 bytes\\))? failed: \\w+ \\((1|400)\\): invalid .*");
        }
    }

    @Test
    void everyCallNamesADeviceThatDoesNotExist() {
        List<ThrowingCallable> calls = List.of(
                () -> runtime.reachesPeer(0, 4),
                () -> runtime.makeCurrent(-1),
                () -> runtime.allocate(4, 1),
                () -> runtime.openStream(4),
                () -> runtime.openEvent(4, true));
        for (ThrowingCallable call : calls) {
            assertRefused(call).hasMessageMatching("there is no device (4|-1), only 4 devices, numbered from 0");
        }
    }

    @Test
    void aDeviceThatIsLostRefusesEverything() {
        long event = runtime.openEvent(0, false);
        fake.fail(eventQueryFunction(), 1, 700);
        assertRefused(() -> runtime.isReached(0, event)).hasMessageContaining("illegal memory access");
        assertRefused(() -> runtime.openStream(0)).hasMessageContaining("(700)");
        fake.mend();
        runtime.closeEvent(0, event);
    }

    @Test
    void isRefusedWithoutADevice() {
        fake.devices(0);
        assertThat(runtime.availability())
                .isEqualTo(Availability.no(runtime.availability().reason()));
        assertThat(runtime.availability().reason())
                .startsWith(fake.library() + ": " + startFunction() + " failed: ")
                .endsWith("(100): no device is detected");
        assertUnusable(runtime, startFunction());
        fake.devices(4);
        assertThat(runtime.availability().available()).as("remembered").isFalse();
    }

    @Test
    void isRefusedWithoutTheLibrary(@TempDir Path folder) {
        Path nothing = folder.resolve("libnothing.so.1");
        DeviceRuntime absent = open(nothing);
        assertThat(absent.availability().reason())
                .isEqualTo("the given library cannot be used: " + nothing
                        + ": cannot open shared object file: No such file or directory");
        assertUnusable(absent, "libnothing.so.1");
    }

    @Test
    void serveManyThreads() throws Exception {
        int threads = 4;
        AtomicInteger rounds = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> tasks = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int device = thread;
                tasks.add(pool.submit(() -> {
                    for (int round = 0; round < 100; round++) {
                        useADevice((device + round) % 4);
                        rounds.incrementAndGet();
                    }
                }));
            }
            for (Future<?> task : tasks) {
                task.get(50, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(rounds).hasValue(400);
    }

    private void useADevice(int device) {
        long stream = runtime.openStream(device);
        long event = runtime.openEvent(device, false);
        long memory = runtime.allocate(device, 64);
        assertThat(fake.ownerOf(memory, 64)).isEqualTo(device);
        runtime.record(device, event, stream);
        runtime.synchronize(device, stream);
        assertThat(runtime.isReached(device, event)).isTrue();
        runtime.free(device, memory);
        runtime.closeEvent(device, event);
        runtime.closeStream(device, stream);
    }

    private static void assertUnusable(DeviceRuntime runtime, String why) {
        assertThat(runtime.describe()).isEmpty();
        assertThat(runtime.devices()).isEmpty();
        assertThat(runtime.availability(0)).isEqualTo(runtime.availability());
        assertThatThrownBy(() -> runtime.allocate(0, 1))
                .isInstanceOf(AllGatherException.class)
                .hasMessageStartingWith("No " + runtime.name() + " device can be used: ")
                .hasMessageContaining(why);
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertRefused(ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        AllGatherException.class, e -> assertThat(e.category()).isEqualTo(Category.DEVICE))
                .hasCauseInstanceOf(GpuException.class);
    }
}
