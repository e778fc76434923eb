package io.zerogather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.zerogather.AllGatherException.Category;
import io.zerogather.tck.CheckedGather;
import io.zerogather.tck.ForeignStream;
import io.zerogather.tck.GuardedBuffer;
import io.zerogather.tck.LoopbackEngine;
import io.zerogather.tck.LoopbackFallback;
import io.zerogather.tck.RankThreads;
import io.zerogather.tck.RouterWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RouterCallTest {
    private static final int RANKS = 2;

    @Test
    void routesByTheAgreedLimitsAndCountsWhy() {
        try (RouterWorld world = open(Map.of("DS_SDMA_ALLGATHER_MAX_NUMEL", "1000", "DS_SDMA_ALLGATHER_FLOOR", "16"))) {
            world.each(router -> {
                gather(router, 1000, DataType.FLOAT32);
                gather(router, 500, DataType.FLOAT64);
                gather(router, 501, DataType.FLOAT64);
                gather(router, 1001, DataType.INT8);
                gather(router, 15, DataType.INT8);
                gather(router, 100, DataType.BOOL);
                gather(router, 100, DataType.FLOAT8_E5M2);
                assertThat(router.allGatherIntoTensor(empty(), empty(), 0, DataType.INT8))
                        .isSameAs(Work.completed());

                assertThat(router.status().gathers())
                        .isEqualTo(Map.of(
                                Reason.FAST,
                                2L,
                                Reason.LIMIT,
                                2L,
                                Reason.FLOOR,
                                1L,
                                Reason.DTYPE,
                                2L,
                                Reason.EMPTY,
                                1L));
                assertThat(router.status().fastPath().staged()).isEqualTo(2);
            });
        }
    }

    @Test
    @DisplayName("every call of WORLD takes a number, and the fast path hears of those that go elsewhere")
    void tellsTheFastPathOfEveryCall() {
        List<List<String>> events = List.of(new ArrayList<>(), new ArrayList<>());
        try (RouterWorld world = recording(events)) {
            world.each(router -> {
                Stream capturing = new ForeignStream(true);
                call(router, 4, DataType.INT8, router.hostStream());
                call(router, 11, DataType.INT8, router.hostStream());
                call(router, 0, DataType.INT8, router.hostStream());
                assertThatThrownBy(() -> router.allGatherIntoTensor(empty(), empty(), 3, DataType.INT16))
                        .isInstanceOf(AllGatherException.class);
                call(router, 4, DataType.BOOL, router.hostStream());
                call(router, 4, DataType.INT8, capturing);
                call(router, 11, DataType.INT8, capturing);
            });
        }
        for (List<String> seen : events) {
            assertThat(seen)
                    .containsExactly(
                            "fast 1",
                            "announce 2 limit",
                            "fallback 2",
                            "announce 3 empty",
                            "skip 3",
                            "reject 4 3 int16",
                            "announce 5 dtype",
                            "fallback 5",
                            "fast 6 capturing",
                            "announce 7 limit",
                            "fallback 7",
                            "close fast",
                            "close fallback");
        }
    }

    @Test
    @DisplayName("a malformed call throws on its rank and fails the gather on the others, who go on (W6)")
    void failsTheGatherEverywhereIfOneRankPassesAMalformedCall() {
        try (RouterWorld world = open(Map.of());
                GuardedBuffer input = GuardedBuffer.of(40);
                GuardedBuffer output = GuardedBuffer.of(80)) {
            GuardedBuffer closed = GuardedBuffer.of(40);
            closed.close();
            DeviceBuffer in = input.buffer();
            DeviceBuffer out = output.buffer();
            HostStream foreign = world.router(0).hostStream();
            world.each(router -> {
                Group all = router.world();
                HostStream own = router.hostStream();
                refused(router, null, in, 10, DataType.FLOAT32, own, "the output is null");
                refused(router, out, null, 10, DataType.FLOAT32, own, "the input is null");
                refused(router, out, in, 10, null, own, "the dtype is null");
                refused(router, out, in, 10, DataType.FLOAT32, null, "the stream is null");
                refused(router, out, in, -1, DataType.FLOAT32, own, "the count is -1 elements");
                refused(router, out, in, Long.MIN_VALUE, DataType.INT8, own, "the count is -9223372036854775808");
                refused(router, out, in, Long.MAX_VALUE, DataType.INT8, own, "more than memory can hold");
                refused(router, out, in, 1L << 60, DataType.FLOAT64, own, "more than memory can hold");
                refused(router, out, in, 5, DataType.FLOAT32, own, "the input has 40 bytes, but 5 elements of float32");
                refused(router, out, in, 10, DataType.INT64, own, "the input has 40 bytes");
                refused(
                        router,
                        out.slice(0, 79),
                        in,
                        10,
                        DataType.FLOAT32,
                        own,
                        "the output has 79 bytes, but 2 ranks");
                refused(router, in, in, 10, DataType.FLOAT32, own, "the output has 40 bytes");
                refused(router, out, closed.buffer(), 10, DataType.FLOAT32, own, "the input is closed");
                if (all.rank() == 1) {
                    refused(router, out, in, 10, DataType.FLOAT32, foreign, "not this router's");
                } else {
                    expectRejection(router, "not this router's");
                }
                gather(router, 30, DataType.INT32);
                assertThat(router.status().gathers()).containsEntry(Reason.FAST, all.rank() == 0 ? 15L : 1L);
            });
            output.assertGuardsIntact();
        }
    }

    @Test
    void refusesMalformedCallsOnTheFallbackToo() {
        List<List<String>> events = List.of(new ArrayList<>(), new ArrayList<>());
        try (RouterWorld world = RouterWorld.open(
                RANKS,
                (rank, builder) -> builder.environment(Map.of())
                        .engines(List.of())
                        .fallbacks(List.of(TestFallback.create()
                                .opening(context -> RecordingBackends.fallback(events.get(rank))))))) {
            Router router = world.router(0);
            assertThatThrownBy(() -> router.allGatherIntoTensor(empty(), empty(), 3, DataType.INT16))
                    .hasMessage(
                            "Gather on world refused on rank 0: the input has 0 bytes, but 3 elements of int16 are 6;"
                                    + " pass exactly the shard");
            call(router, 3, DataType.INT16, router.hostStream());
            assertThat(router.status().gathers()).isEqualTo(Map.of(Reason.REJECTED, 1L, Reason.OFF, 1L));
        }
        assertThat(events.get(0)).containsExactly("skip 1 refused", "fallback 2", "close fallback");
    }

    @Test
    void refusesGroupsOfOtherRoutersAndNone() {
        try (RouterWorld world = open(Map.of());
                RouterWorld other = open(Map.of())) {
            Router router = world.router(0);
            Group foreign = other.router(0).world();
            assertThatThrownBy(() -> router.allGatherIntoTensor(
                            empty(), empty(), 0, DataType.INT8, foreign, router.hostStream()))
                    .isInstanceOfSatisfying(
                            AllGatherException.class,
                            e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                    .hasMessageContaining("belongs to another router");
            assertThatThrownBy(() ->
                            router.allGatherIntoTensor(empty(), empty(), 0, DataType.INT8, null, router.hostStream()))
                    .isInstanceOf(AllGatherException.class)
                    .hasMessageContaining("The group is null");
            world.each(each -> gather(each, 10, DataType.INT8));
        }
    }

    @Test
    @DisplayName("ranks that take different routes fail at once, and the group is dead (W15)")
    void failsRanksWhoseCallsTakeDifferentRoutes() {
        try (RouterWorld world = open(Map.of("DS_SDMA_ALLGATHER_MAX_NUMEL", "10", "DS_SDMA_ALLGATHER_TIMEOUT", "1"))) {
            world.each(router -> {
                int elements = router.world().rank() == 0 ? 10 : 11;
                try (CheckedGather gather = CheckedGather.of(router.world(), elements, DataType.INT8, 1)) {
                    Work work = gather.submit(router);
                    assertThatThrownBy(() -> await(work))
                            .isInstanceOfSatisfying(
                                    AllGatherException.class,
                                    e -> assertThat(e.category()).isEqualTo(Category.FATAL));
                }
                assertThat(router.status().poisoned()).isNotEmpty();
            });
            Router first = world.router(0);
            assertThat(first.status().poisoned())
                    .contains("rank 0 gathers 10 elements of int8", "rank 1 takes the fallback (limit)");
            for (int elements : new int[] {5, 20, 0}) {
                try (CheckedGather gather = CheckedGather.of(first.world(), elements, DataType.INT8, 1)) {
                    assertThatThrownBy(() -> gather.submit(first))
                            .isInstanceOfSatisfying(
                                    AllGatherException.class,
                                    e -> assertThat(e.category()).isEqualTo(Category.FATAL))
                            .hasMessage(first.status().poisoned());
                }
            }
            assertThat(first.status().failed()).isEqualTo(1);
        }
    }

    @Test
    void countsGathersThatAMeetingSendsToTheFallback() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (RouterWorld world = RouterWorld.open(
                RANKS,
                (rank, builder) -> builder.environment(Map.of("DS_SDMA_ALLGATHER", "1"))
                        .engines(List.of(new LoopbackEngine(4)))
                        .fallbacks(List.of(new LoopbackFallback()))
                        .meterRegistry(rank == 0 ? registry : new SimpleMeterRegistry()))) {
            world.each(router -> {
                gather(router, 10, DataType.INT8);
                Stream stream = router.world().rank() == 0 ? new ForeignStream(true) : router.hostStream();
                try (GuardedBuffer input = GuardedBuffer.of(10);
                        GuardedBuffer output = GuardedBuffer.of(20)) {
                    await(router.allGatherIntoTensor(
                            output.buffer(), input.buffer(), 10, DataType.INT8, router.world(), stream));
                }
                gather(router, 10, DataType.INT8);
                gather(router, 10, DataType.INT8);
                gather(router, 10, DataType.INT8);
                assertThat(router.status().gathers())
                        .isEqualTo(Map.of(Reason.FAST, 2L, Reason.CAPTURE, 1L, Reason.LEAVE, 2L));
                assertThat(router.status().fastPath().redirected()).isEqualTo(3);
            });
            assertThat(registry.get("zerogather.gathers")
                            .tags("backend", "fallback", "engine", "loopback", "reason", "leave", "dtype", "int8")
                            .functionCounter()
                            .count())
                    .isEqualTo(2);
        }
    }

    @Test
    void measuresASampleOfDurations() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (RouterWorld world = RouterWorld.open(
                RANKS,
                (rank, builder) -> builder.environment(Map.of("DS_SDMA_ALLGATHER", "1"))
                        .engines(List.of(new LoopbackEngine()))
                        .fallbacks(List.of(new LoopbackFallback()))
                        .meterRegistry(rank == 0 ? registry : new SimpleMeterRegistry()))) {
            world.each(router -> {
                for (int i = 0; i < 600; i++) {
                    gather(router, 10, DataType.INT8);
                }
                assertThat(router.hostStream().drain(RankThreads.LIMIT)).isTrue();
            });
            assertThat(registry.get("zerogather.duration")
                            .tags("backend", "fast-path", "engine", "loopback-fast")
                            .timer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("zerogather.enqueue").functionTimer().count())
                    .isEqualTo(600);
        }
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void refusesToSubmitFromTheHostStream() {
        try (RouterWorld world = open(Map.of())) {
            Router router = world.router(0);
            Work inside = router.hostStream().run(() -> call(router, 4, DataType.INT8, router.hostStream()));
            assertThatThrownBy(() -> await(inside))
                    .isInstanceOf(AllGatherException.class)
                    .hasMessageContaining("submit it from another thread");
            world.each(each -> gather(each, 10, DataType.INT8));
        }
    }

    @Test
    void allocatesPoolMemoryOnlyWithAFastPath() {
        try (RouterWorld fast = open(Map.of());
                RouterWorld slow = open(Map.of("DS_SDMA_ALLGATHER", "0"))) {
            for (RouterWorld world : List.of(fast, slow)) {
                world.each(router -> {
                    PoolMemory output = router.allocate(40);
                    PoolMemory input = router.allocate(20);
                    await(router.allGatherIntoTensor(output.buffer(), input.buffer(), 10, DataType.INT16));
                    output.close();
                    input.close();
                    input.close();
                    assertThat(input.buffer().isClosed()).isTrue();
                    assertThatThrownBy(() -> router.allocate(0)).isInstanceOf(IllegalArgumentException.class);
                });
            }
            assertThatThrownBy(() -> slow.router(0).allocate(1L << 31))
                    .isInstanceOf(AllGatherException.class)
                    .hasMessageContaining("2147483648");
        }
    }

    @Test
    void releasesBuffersOfRefusedAndEmptyCalls() {
        try (RouterWorld world = open(Map.of())) {
            world.each(router -> {
                GuardedBuffer nothing = GuardedBuffer.of(0);
                await(router.allGatherIntoTensor(nothing.buffer(), nothing.buffer(), 0, DataType.INT8));
                nothing.close();
                GuardedBuffer output = GuardedBuffer.of(8);
                GuardedBuffer input = GuardedBuffer.of(4);
                input.close();
                HostStream stream = router.hostStream();
                assertRefused(router, output.buffer(), input.buffer(), 4, DataType.INT8, stream, "is closed");
                output.close();
            });
        }
    }

    /** Rank 1 makes the malformed call; rank 0 makes a good one, which must fail with the same words. */
    private static void refused(
            Router router,
            DeviceBuffer output,
            DeviceBuffer input,
            long elements,
            DataType dtype,
            Stream stream,
            String message)
            throws InterruptedException {
        if (router.world().rank() == 0) {
            expectRejection(router, message);
            return;
        }
        assertRefused(router, output, input, elements, dtype, stream, message);
    }

    private static void assertRefused(
            Router router,
            DeviceBuffer output,
            DeviceBuffer input,
            long elements,
            DataType dtype,
            Stream stream,
            String message) {
        assertThatThrownBy(() -> router.allGatherIntoTensor(output, input, elements, dtype, router.world(), stream))
                .isInstanceOfSatisfying(
                        AllGatherException.class, e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .hasMessageStartingWith(
                        "Gather on world refused on rank " + router.world().rank() + ": ")
                .hasMessageContaining(message);
    }

    private static void expectRejection(Router router, String message) throws InterruptedException {
        try (CheckedGather gather = CheckedGather.of(router.world(), 10, DataType.FLOAT32, 1)) {
            Work work = gather.submit(router);
            assertThatThrownBy(() -> await(work))
                    .isInstanceOfSatisfying(
                            AllGatherException.class,
                            e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                    .hasMessageContaining("refused on rank 1")
                    .hasMessageContaining(message);
        }
    }

    private static RouterWorld open(Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(Map.of("DS_SDMA_ALLGATHER", "1"));
        environment.putAll(more);
        return RouterWorld.open(
                RANKS,
                (rank, builder) -> builder.environment(environment)
                        .engines(List.of(new LoopbackEngine()))
                        .fallbacks(List.of(new LoopbackFallback())));
    }

    private static RouterWorld recording(List<List<String>> events) {
        return RouterWorld.open(
                RANKS,
                (rank, builder) -> builder.environment(
                                Map.of("DS_SDMA_ALLGATHER", "1", "DS_SDMA_ALLGATHER_MAX_NUMEL", "10"))
                        .engines(List.of(
                                TestEngine.create().opening(context -> RecordingBackends.fastPath(events.get(rank)))))
                        .fallbacks(List.of(TestFallback.create()
                                .opening(context -> RecordingBackends.fallback(events.get(rank))))));
    }

    private static void call(Router router, int elements, DataType dtype, Stream stream) {
        try (GuardedBuffer input = GuardedBuffer.of(elements * dtype.bytes());
                GuardedBuffer output = GuardedBuffer.of(RANKS * elements * dtype.bytes())) {
            Work work = router.allGatherIntoTensor(
                    output.buffer(), input.buffer(), elements, dtype, router.world(), stream);
            assertThat(work.isCompleted()).isTrue();
        }
    }

    private static void gather(Router router, int elements, DataType dtype) throws InterruptedException {
        try (CheckedGather gather = CheckedGather.of(router.world(), elements, dtype, elements)) {
            gather.run(router);
        }
    }

    private static void await(Work work) throws InterruptedException {
        assertThat(work.await(Duration.ofSeconds(30))).isTrue();
    }

    private static DeviceBuffer empty() {
        return DeviceBuffer.of(0, 0, RouterCallTest.class);
    }
}
