package io.zerogather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.AllGatherException.Category;
import io.zerogather.tck.CheckedGather;
import io.zerogather.tck.GuardedBuffer;
import io.zerogather.tck.LoopbackEngine;
import io.zerogather.tck.LoopbackFallback;
import io.zerogather.tck.RankThreads;
import io.zerogather.tck.RouterWorld;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RouterCloseTest {
    private static final int RANKS = 2;

    @Test
    @DisplayName("threads that submit while the router closes get their gather or hear that it is closed")
    void closesWhileOthersSubmit() {
        List<List<String>> events = List.of(new ArrayList<>(), new ArrayList<>());
        try (RouterWorld world = recording(events)) {
            Router router = world.router(0);
            CountDownLatch running = new CountDownLatch(3);
            RankThreads.run(4, thread -> {
                if (thread == 3) {
                    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
                    router.close();
                    return 0;
                }
                try (GuardedBuffer input = GuardedBuffer.of(4);
                        GuardedBuffer output = GuardedBuffer.of(8)) {
                    while (true) {
                        Work work = router.allGatherIntoTensor(output.buffer(), input.buffer(), 4, DataType.INT8);
                        assertThat(work.isCompleted()).isTrue();
                        running.countDown();
                    }
                } catch (AllGatherException e) {
                    assertThat(e.category()).isEqualTo(Category.CLOSED);
                    return 0;
                }
            });
            List<String> seen = events.get(0);
            assertThat(seen.subList(seen.size() - 2, seen.size())).containsExactly("close fast", "close fallback");
            assertThat(seen.subList(0, seen.size() - 2)).allMatch(event -> event.startsWith("fast "));
        }
    }

    @Test
    @DisplayName("gathers in flight that can never complete fail within their timeout, then the router is closed")
    void endsGathersWhosePeersNeverCome() {
        try (RouterWorld world = open("1", Map.of("DS_SDMA_ALLGATHER_TIMEOUT", "0.5"))) {
            Router router = world.router(0);
            CheckedGather gather = CheckedGather.of(router.world(), 10, DataType.INT8, 1);
            Work work = gather.submit(router);
            router.close();
            assertThatThrownBy(work::isCompleted)
                    .isInstanceOf(AllGatherException.class)
                    .hasMessageContaining("rank 1");
            gather.close();
        }
    }

    @Test
    @DisplayName("a gather whose peer has closed fails at once, and not at its deadline")
    void tellsPeersThatARankHasClosed() {
        for (String optIn : List.of("1", "0")) {
            try (RouterWorld world = open(optIn, Map.of("DS_SDMA_ALLGATHER_TIMEOUT", "3600"))) {
                world.router(1).close();
                Router router = world.router(0);
                try (CheckedGather gather = CheckedGather.of(router.world(), 10, DataType.INT8, 1)) {
                    Work work = gather.submit(router);
                    assertThatThrownBy(() -> work.await(RankThreads.LIMIT))
                            .isInstanceOf(AllGatherException.class)
                            .hasMessageContaining("rank 1 closed world after call 0");
                }
            }
        }
    }

    @Test
    void closesOnceWhoeverAsks() {
        List<List<String>> events = List.of(new ArrayList<>(), new ArrayList<>());
        try (RouterWorld world = recording(events)) {
            RankThreads.run(4, thread -> {
                world.router(0).close();
                return thread;
            });
            assertThat(events.get(0)).containsExactly("close fast", "close fallback");
        }
    }

    @Test
    void closesTheRestAlthoughOneBackendCannot() {
        List<String> events = new ArrayList<>();
        Runnable failing = () -> {
            events.add("close fast");
            throw new IllegalStateException("cannot unmap");
        };
        try (RouterWorld world = RouterWorld.open(
                RANKS,
                (rank, builder) -> builder.environment(Map.of("DS_SDMA_ALLGATHER", "1"))
                        .engines(List.of(TestEngine.create()
                                .opening(context -> rank == 0
                                        ? RecordingBackends.fastPath(events, failing)
                                        : RecordingBackends.fastPath(new ArrayList<>()))))
                        .fallbacks(List.of(TestFallback.create()
                                .opening(context ->
                                        RecordingBackends.fallback(rank == 0 ? events : new ArrayList<>())))))) {
            Router router = world.router(0);
            assertThatThrownBy(router::close)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("cannot unmap");
            assertThat(events).containsExactly("close fast", "close fallback");
            assertThatThrownBy(() -> router.hostStream().run(() -> {})).isInstanceOf(AllGatherException.class);
            router.close();
        }
    }

    @Test
    void closesWithoutWaitingOnAnInterruptedThread() {
        try (RouterWorld world = open("1", Map.of())) {
            Router router = world.router(0);
            Thread.currentThread().interrupt();
            router.close();
            assertThat(Thread.interrupted()).isTrue();
            assertThatThrownBy(() -> router.hostStream().run(() -> {})).isInstanceOf(AllGatherException.class);
        }
    }

    @Test
    void refusesToCloseFromTheHostStream() {
        try (RouterWorld world = open("1", Map.of())) {
            Router router = world.router(0);
            Work inside = router.hostStream().run(router::close);
            assertThatThrownBy(() -> inside.await(RankThreads.LIMIT))
                    .isInstanceOf(AllGatherException.class)
                    .hasMessageContaining("close it from another thread");
        }
    }

    private static RouterWorld open(String optIn, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("DS_SDMA_ALLGATHER", optIn);
        return RouterWorld.open(
                RANKS,
                (rank, builder) -> builder.environment(environment)
                        .engines(List.of(new LoopbackEngine()))
                        .fallbacks(List.of(new LoopbackFallback())));
    }

    private static RouterWorld recording(List<List<String>> events) {
        return RouterWorld.open(
                RANKS,
                (rank, builder) -> builder.environment(Map.of("DS_SDMA_ALLGATHER", "1"))
                        .engines(List.of(
                                TestEngine.create().opening(context -> RecordingBackends.fastPath(events.get(rank)))))
                        .fallbacks(List.of(TestFallback.create()
                                .opening(context -> RecordingBackends.fallback(events.get(rank))))));
    }
}
