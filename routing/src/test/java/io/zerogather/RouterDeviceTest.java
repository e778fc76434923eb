package io.zerogather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.zerogather.AllGatherException.Category;
import io.zerogather.spi.FallbackProvider;
import io.zerogather.tck.CheckedGather;
import io.zerogather.tck.FakeDeviceRuntime;
import io.zerogather.tck.LoopbackDeviceFallback;
import io.zerogather.tck.LoopbackFallback;
import io.zerogather.tck.RankThreads;
import io.zerogather.tck.RawCopy;
import io.zerogather.tck.RouterWorld;
import io.zerogather.tck.RouterWorld.RankSetup;
import io.zerogather.tck.TestMemory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RouterDeviceTest {
    private static final int RANKS = 2;
    private static final List<FallbackProvider> FALLBACKS =
            List.of(new LoopbackFallback(), new LoopbackDeviceFallback());

    private final FakeDeviceRuntime runtime = FakeDeviceRuntime.of(RANKS);

    @Test
    void gathersDeviceMemoryIfEveryRankHasADevice() {
        try (RouterWorld world = open((rank, builder) -> builder.deviceRuntimes(List.of(runtime)))) {
            world.each(router -> {
                RouterStatus status = router.status();
                assertThat(status.memory()).isEqualTo(MemoryType.DEVICE);
                assertThat(status.fallback()).isEqualTo("loopback-device");
                assertThat(status.fallbackDetail()).isEmpty();
                assertThat(router.device())
                        .contains(Device.of(runtime, router.world().rank()));
                assertThat(router.stream()).isInstanceOf(DeviceStream.class);
                gather(router, router.stream());
                try (Stream other = router.openStream()) {
                    gather(router, other);
                }
            });
        }
        assertThat(runtime.openMemory()).isZero();
        assertThat(runtime.openEvents()).isZero();
    }

    @Test
    void takesTheHostsMemoryIfARankHasNoDeviceAndSaysWhy() {
        FakeDeviceRuntime absent = FakeDeviceRuntime.refusing("libfake.so.1 is not there");
        try (CapturedLog log = new CapturedLog();
                RouterWorld world =
                        open((rank, builder) -> builder.deviceRuntimes(List.of(rank == 1 ? absent : runtime)))) {
            world.each(router -> {
                assertThat(router.status().memory()).isEqualTo(MemoryType.HOST);
                assertThat(router.device()).isEmpty();
                assertThat(router.stream()).isSameAs(router.hostStream());
            });
            assertThat(world.router(1).status().fallbackDetail())
                    .isEqualTo("loopback-device: rank 1: no GPU runtime is available; fake: libfake.so.1 is not there");
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains(
                            "Loopback allgather serves host memory; passed over: loopback-device: rank 1: no GPU runtime");
        }
    }

    @Test
    @DisplayName("each rank of a host needs its own device, unless its process sees one only")
    void refusesARankWithoutADeviceOfItsOwn() {
        FakeDeviceRuntime two = FakeDeviceRuntime.of(2);
        try (RouterWorld world =
                open((rank, builder) -> builder.deviceRuntimes(List.of(two)).localRank(rank * 2))) {
            assertThat(world.router(0).status().fallbackDetail())
                    .isEqualTo("loopback-device: rank 1: this process sees 2 device(s) of fake, local rank 2 needs its"
                            + " own");
        }
        FakeDeviceRuntime one = FakeDeviceRuntime.of(1);
        try (RouterWorld world = open((rank, builder) -> builder.deviceRuntimes(List.of(one)))) {
            assertThat(world.router(0).status().fallbackDetail())
                    .startsWith("loopback-device: ranks 0, 1 of one host use one device 0000:00:00.0");
        }
    }

    @Test
    void obeysTheMemoryThatTheBuilderNames() {
        try (RouterWorld world =
                open((rank, builder) -> builder.deviceRuntimes(List.of(runtime)).memory(MemoryType.HOST))) {
            assertThat(world.router(0).status().fallbackDetail())
                    .isEqualTo("loopback-device: rank 0: it serves device memory, and the router is opened for host"
                            + " memory");
        }
        try (RouterWorld world = open((rank, builder) -> builder.device(Device.of(runtime, 1 - rank)))) {
            assertThat(world.router(0).device()).contains(Device.of(runtime, 1));
        }
        assertThatThrownBy(() -> open((rank, builder) -> builder.memory(MemoryType.DEVICE)))
                .hasMessageContaining("No fallback can start on every rank")
                .hasMessageContaining("loopback: rank 0: it serves host memory")
                .hasMessageContaining("add zerogather-gpu-runtime");
    }

    @Test
    @DisplayName("memory and streams of another kind are refused with what to pass (host and device routers)")
    void refusesWhatTheBackendCannotTouch() {
        FakeDeviceRuntime foreign = FakeDeviceRuntime.of(1);
        try (RouterWorld gpu = open((rank, builder) -> builder.deviceRuntimes(List.of(runtime)));
                RouterWorld cpu = open((rank, builder) -> builder)) {
            Router device = gpu.router(0);
            Router host = cpu.router(0);
            DeviceStream elsewhere = Device.of(foreign, 0).openStream();
            TestMemory onHost = TestMemory.host();
            TestMemory onDevice = TestMemory.of(device);

            assertRefused(device, onHost, device.stream(), "the output is host memory", "device().allocate(…)");
            assertRefused(host, onDevice, host.stream(), "the output is device memory", "a direct ByteBuffer");
            assertRefused(
                    device, onDevice, device.hostStream(), "stream is one of host memory", "memory(MemoryType.HOST)");
            assertRefused(host, onHost, device.stream(), "stream is one of device memory", "memory(MemoryType.DEVICE)");
            assertRefused(device, onDevice, elsewhere, "the stream is one of fake device 0", "pass stream()");
            assertRefused(
                    device,
                    TestMemory.of(Device.of(runtime, 1)),
                    device.stream(),
                    "the output is memory of fake device 1",
                    "this router gathers on fake device 0");
            assertThatThrownBy(() -> device.allocate(10))
                    .isInstanceOf(AllGatherException.class)
                    .hasMessageContaining("device().get().allocate");
        }
    }

    @Test
    void acceptsStreamsThatAFrameworkOpened() {
        try (RouterWorld world = open((rank, builder) -> builder.deviceRuntimes(List.of(runtime)))) {
            world.each(router -> {
                Device device = router.device().orElseThrow();
                long handle = runtime.openStream(device.index());
                gather(router, device.stream(handle));
                gather(router, device.stream(0));
                runtime.closeStream(device.index(), handle);
            });
        }
    }

    @Test
    void refusesToSubmitAndToCloseFromAnAction() {
        try (RouterWorld world = open((rank, builder) -> builder.deviceRuntimes(List.of(runtime)))) {
            Router router = world.router(0);
            DeviceBuffer empty = DeviceBuffer.of(0, 0, this);
            Work submitting = router.stream().run(() -> router.allGatherIntoTensor(empty, empty, 0, DataType.INT8));
            assertThatThrownBy(submitting::await).hasMessageContaining("submit it from another thread");
            Work closing = router.stream().run(router::close);
            assertThatThrownBy(closing::await).hasMessageContaining("close it from another thread");
        }
    }

    @Test
    void waitsForGathersOnOtherStreamsBeforeItCloses() {
        try (RouterWorld world = open((rank, builder) -> builder.deviceRuntimes(List.of(runtime)))) {
            world.each(router -> {
                Device device = router.device().orElseThrow();
                DeviceStream other = device.openStream();
                DeviceGate gate = device.openGate();
                other.holdUntil(gate);
                CheckedGather gather =
                        CheckedGather.of(TestMemory.of(device), router.world(), 50, DataType.INT8, 1, 0, 0);
                Work work = router.allGatherIntoTensor(
                        gather.output(), gather.shard(), 50, DataType.INT8, router.world(), other);
                Thread opener = new Thread(gate::open);
                opener.start();
                router.close();
                assertThat(work.isCompleted()).isTrue();
                gather.check();
                gather.close();
                other.close();
            });
        }
        assertThat(runtime.openMemory()).isZero();
    }

    @Test
    void measuresASampleOfDurations() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (RouterWorld world = open((rank, builder) -> builder.deviceRuntimes(List.of(runtime))
                .meterRegistry(rank == 0 ? registry : new SimpleMeterRegistry()))) {
            world.each(router -> {
                for (int i = 0; i < 512; i++) {
                    gather(router, router.stream());
                }
            });
            Awaitility.await()
                    .until(() -> registry.get("zerogather.duration")
                                    .tags("engine", "loopback-device")
                                    .timer()
                                    .count()
                            == 1);
        }
    }

    @Test
    void aSingleRankCopiesOnItsDevice() throws InterruptedException {
        Device device = Device.of(runtime, 1);
        try (Router router = single().device(device).open();
                Stream other = router.openStream()) {
            assertThat(router.status().memory()).isEqualTo(MemoryType.DEVICE);
            assertThat(router.status().fallback()).isEqualTo("local");
            for (int elements : new int[] {1, 7, 10_001}) {
                TestMemory memory = TestMemory.of(router);
                run(router, CheckedGather.of(memory, router.world(), elements, DataType.FLOAT64, elements, 3, 1));
                run(router, CheckedGather.overlapping(memory, router.world(), elements, DataType.INT16, elements, 0));
            }
            shiftsAShardThatLiesAcrossItsSlot(router, device);
            ordersOtherStreams(router, device, (DeviceStream) other);
        }
        assertThat(runtime.openMemory()).isZero();
        Awaitility.await().until(() -> runtime.openEvents() == 0);
    }

    private static void shiftsAShardThatLiesAcrossItsSlot(Router router, Device device) throws InterruptedException {
        try (TestMemory.Region region = TestMemory.of(device).allocate(12)) {
            region.write(0, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0});
            Work work = router.allGatherIntoTensor(
                    region.buffer().slice(3, 8), region.buffer().slice(0, 8), 8, DataType.INT8);
            work.await();
            assertThat(region.read(3, 8)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        }
    }

    private void ordersOtherStreams(Router router, Device device, DeviceStream other) throws InterruptedException {
        DeviceGate gate = device.openGate();
        DeviceStream own = (DeviceStream) router.stream();
        own.holdUntil(gate);
        CheckedGather gather = CheckedGather.of(TestMemory.of(router), router.world(), 100, DataType.INT8, 1, 0, 0);
        Work work = gather.submit(router);
        work.waitOn(own);
        work.waitOn(other);
        Work consumer = other.run(gather::check);
        assertThat(work.isCompleted()).isFalse();
        assertThat(work.await(Duration.ofMillis(2))).isFalse();
        assertThat(consumer.isCompleted()).isFalse();
        assertThatThrownBy(gather::close).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> work.waitOn(router.hostStream())).isInstanceOf(IllegalArgumentException.class);
        gate.close();
        consumer.await();
        work.await();
        gather.close();
    }

    @Test
    void aSingleRankTakesTheMemoryThatItIsAskedFor() {
        try (Router router = single().deviceRuntimes(List.of(runtime)).open()) {
            assertThat(router.status().memory()).isEqualTo(MemoryType.HOST);
        }
        Map<String, String> named = Map.of("DS_SDMA_ALLGATHER_FALLBACK", "loopback-device");
        try (Router router = single().deviceRuntimes(List.of(runtime))
                .fallbacks(FALLBACKS)
                .environment(named)
                .open()) {
            assertThat(router.status().memory()).isEqualTo(MemoryType.DEVICE);
        }
        assertThatThrownBy(() -> single().memory(MemoryType.DEVICE)
                        .deviceRuntimes(List.of())
                        .open())
                .isInstanceOfSatisfying(
                        AllGatherException.class, e -> assertThat(e.category()).isEqualTo(Category.SETUP))
                .hasMessageContaining("The router gathers device memory, but no GPU runtime is available");
    }

    @Test
    void failsLocalGathersOfADeviceThatFails() {
        FakeDeviceRuntime failing = FakeDeviceRuntime.of(1);
        try (Router router = single().device(Device.of(failing, 0)).open()) {
            CheckedGather gather = CheckedGather.of(TestMemory.of(router), router.world(), 5, DataType.INT8, 1, 0, 0);
            failing.breakDown("device lost");
            Work work = gather.submit(router);
            assertThatThrownBy(work::await)
                    .isInstanceOfSatisfying(
                            AllGatherException.class,
                            e -> assertThat(e.category()).isEqualTo(Category.FATAL))
                    .hasMessageContaining("device lost");
            gather.close();
        }
    }

    private static RouterBuilder single() {
        return Router.builder().environment(Map.of()).localCopy(new RawCopy());
    }

    private static void assertRefused(Router router, TestMemory memory, Stream stream, String... parts) {
        try (CheckedGather gather = CheckedGather.of(memory, router.world(), 8, DataType.INT8, 1, 0, 0)) {
            assertThatThrownBy(() -> router.allGatherIntoTensor(
                            gather.output(), gather.shard(), 8, DataType.INT8, router.world(), stream))
                    .isInstanceOfSatisfying(
                            AllGatherException.class,
                            e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                    .hasMessageContainingAll(parts);
        }
    }

    private static void gather(Router router, Stream stream) throws InterruptedException {
        try (CheckedGather gather =
                CheckedGather.of(TestMemory.of(router), router.world(), 100, DataType.INT32, 1, 0, 0)) {
            Work work = router.allGatherIntoTensor(
                    gather.output(), gather.shard(), 100, DataType.INT32, router.world(), stream);
            assertThat(work.await(RankThreads.LIMIT)).isTrue();
            gather.check();
        }
    }

    private static void run(Router router, CheckedGather gather) throws InterruptedException {
        try (gather) {
            gather.run(router);
        }
    }

    private static RouterWorld open(RankSetup setup) {
        return RouterWorld.open(
                RANKS,
                (rank, builder) -> setup.apply(
                        rank,
                        builder.environment(Map.of("DS_SDMA_ALLGATHER_TIMEOUT", "20"))
                                .engines(List.of())
                                .fallbacks(FALLBACKS)));
    }
}
