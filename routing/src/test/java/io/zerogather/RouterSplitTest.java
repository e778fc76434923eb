package io.zerogather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.AllGatherException.Category;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.GroupContext;
import io.zerogather.spi.SplittingBackend;
import io.zerogather.tck.CheckedGather;
import io.zerogather.tck.LoopbackFallback;
import io.zerogather.tck.RouterWorld;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RouterSplitTest {
    private static final int RANKS = 3;

    private final List<String> splits = new CopyOnWriteArrayList<>();

    @Test
    void splitsOnEveryRankOfWorldMemberOrNot() {
        try (RouterWorld world = open(Splitter::new)) {
            world.each(router -> {
                Group group = router.newGroup(List.of(2, 0));
                if (group.rank() >= 0) {
                    try (CheckedGather gather = CheckedGather.of(group, 100, DataType.INT16, 1)) {
                        gather.run(router);
                    }
                }
                assertThat(router.newGroup(List.of(0, 1, 2))).isSameAs(router.world());
                assertThat(router.newGroup(List.of(1)).size()).isEqualTo(1);
            });
        }
        assertThat(splits)
                .containsExactlyInAnyOrder(
                        "group-1 on 0 as 1 of 2", "group-1 on 1 as -1 of 2", "group-1 on 2 as 0 of 2");
    }

    @Test
    @DisplayName("a list that differs on one rank keeps every rank from splitting")
    void votesBeforeItSplits() {
        try (RouterWorld world = open(Splitter::new)) {
            world.each(router -> {
                List<Integer> members = router.world().rank() == 1 ? List.of(0, 1, 2, 3) : List.of(2, 0);
                assertThatThrownBy(() -> router.newGroup(members))
                        .isInstanceOfSatisfying(
                                AllGatherException.class,
                                e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                        .hasMessageContaining("rank ");
            });
            assertThat(splits).isEmpty();
        }
    }

    @Test
    void failsEveryMemberIfOneCannotSplit() {
        try (RouterWorld world = open((context, events) -> new Splitter(context, events) {
            @Override
            public Optional<AllGatherBackend> split(GroupContext group) {
                if (worldRank() == 2) {
                    throw new AllGatherException(Category.SETUP, "no more communicators");
                }
                return super.split(group);
            }
        })) {
            world.each(router -> {
                int rank = router.world().rank();
                if (rank == 1) {
                    assertThat(router.newGroup(List.of(2, 0)).rank()).isEqualTo(-1);
                } else {
                    assertThatThrownBy(() -> router.newGroup(List.of(2, 0)))
                            .isInstanceOf(AllGatherException.class)
                            .hasMessageContaining("rank 2: no more communicators");
                }
            });
        }
    }

    @Test
    void doesNotSplitADeadWorld() {
        AtomicReference<GroupContext> first = new AtomicReference<>();
        try (RouterWorld world = open((context, events) -> {
            if (context.rank() == 0) {
                first.set(context);
            }
            return new Splitter(context, events);
        })) {
            first.get().recorder().poisoned(new AllGatherException(Category.FATAL, "rank 2 died"));
            world.each(router -> assertThatThrownBy(() -> router.newGroup(List.of(1, 2)))
                    .isInstanceOf(AllGatherException.class)
                    .hasMessageContaining("rank 0: WORLD is dead: rank 2 died"));
            assertThat(splits).isEmpty();
        }
    }

    @Test
    void submitsNothingWhileItSplits() {
        CountDownLatch splitting = new CountDownLatch(1);
        CountDownLatch tried = new CountDownLatch(1);
        AtomicReference<Boolean> submitted = new AtomicReference<>();
        try (RouterWorld world = open((context, events) -> new Splitter(context, events) {
            @Override
            public Optional<AllGatherBackend> split(GroupContext group) {
                if (worldRank() == 0) {
                    splitting.countDown();
                    awaitQuietly(tried);
                }
                return super.split(group);
            }
        })) {
            Router router = world.router(0);
            DeviceBuffer empty = DeviceBuffer.of(0, 0, this);
            Thread submitter = new Thread(() -> {
                awaitQuietly(splitting);
                router.allGatherIntoTensor(empty, empty, 0, DataType.INT8);
                submitted.set(tried.getCount() == 0);
            });
            submitter.start();
            Thread observer = new Thread(() -> {
                awaitQuietly(splitting);
                awaitBlocked(submitter);
                tried.countDown();
            });
            observer.start();
            world.each(each -> each.newGroup(List.of(1, 2)));
            joined(submitter);
            joined(observer);
            assertThat(submitted.get()).isTrue();
        }
    }

    /** A gather that waits for the submission lock parks; the time bounds a test that fails. */
    private static void awaitBlocked(Thread thread) {
        long start = System.nanoTime();
        while (thread.getState() != Thread.State.WAITING
                && System.nanoTime() - start < Duration.ofSeconds(30).toNanos()) {
            Thread.onSpinWait();
        }
    }

    private static void joined(Thread thread) {
        try {
            thread.join(30_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assertThat(thread.isAlive()).isFalse();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private RouterWorld open(WorldOpener opener) {
        return RouterWorld.open(
                RANKS,
                (rank, builder) -> builder.environment(Map.of("DS_SDMA_ALLGATHER_OPEN_TIMEOUT", "5"))
                        .engines(List.of())
                        .fallbacks(List.of(TestFallback.create().opening(context -> opener.open(context, splits)))));
    }

    /** Opens WORLD. */
    private interface WorldOpener {
        AllGatherBackend open(GroupContext context, List<String> events);
    }

    /** A fallback that makes groups by splitting, and writes down that it does. */
    private static class Splitter implements SplittingBackend {
        private final GroupContext world;
        private final List<String> events;
        private final AllGatherBackend whole;

        Splitter(GroupContext world, List<String> events) {
            this.world = world;
            this.events = events;
            this.whole = new LoopbackFallback().open(world);
        }

        int worldRank() {
            return world.rank();
        }

        @Override
        public Optional<AllGatherBackend> split(GroupContext group) {
            events.add(group.name() + " on " + world.rank() + " as " + group.rank() + " of " + group.size());
            return group.rank() < 0 ? Optional.empty() : Optional.of(new LoopbackFallback().open(group));
        }

        @Override
        public String engine() {
            return whole.engine();
        }

        @Override
        public Work submit(
                long call, DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Stream stream) {
            return whole.submit(call, output, input, elements, dtype, stream);
        }

        @Override
        public void close() {
            whole.close();
        }
    }
}
