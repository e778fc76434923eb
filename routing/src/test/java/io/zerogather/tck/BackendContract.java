package io.zerogather.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.AllGatherException;
import io.zerogather.AllGatherException.Category;
import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.Group;
import io.zerogather.HostStream;
import io.zerogather.Reason;
import io.zerogather.Router;
import io.zerogather.Stream;
import io.zerogather.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every backend must do, seen through the router, with ranks as threads of one process. A backend's test extends this
 * and says what the ranks gather with.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class BackendContract {
    private static final int RANKS = 3;

    /** For subclasses. */
    protected BackendContract() {}

    /**
     * What the ranks of one world gather with.
     *
     * @return providers that all ranks of one world share
     */
    protected abstract Providers providers();

    /**
     * Whether these tests are about the fast path of the providers, or about their fallback.
     *
     * @return true for the fast path
     */
    protected abstract boolean fastPath();

    /**
     * Settings that the backend needs besides the contract's own.
     *
     * @return variables by name, none unless overridden
     */
    protected Map<String, String> environment() {
        return Map.of();
    }

    /**
     * Where the buffers of a rank come from.
     *
     * @param router the rank's router
     * @return what the router gathers, unless overridden
     */
    protected TestMemory memory(Router router) {
        return TestMemory.of(router);
    }

    /**
     * Whether the group works on after a gather in which the ranks' calls differed.
     *
     * @return false if it is dead, because the library cannot take back what was queued
     */
    protected boolean survivesDifferingCalls() {
        return true;
    }

    @ParameterizedTest
    @EnumSource(DataType.class)
    void gathersEveryElementType(DataType dtype) {
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                for (int elements : new int[] {1, 2, 3, 7, 33, 1000, 4099}) {
                    runOne(router, gather(router, router.world(), elements, dtype, elements));
                }
            });
            assertServed(world, 7);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 5})
    void gathersOnWorldsOfSeveralSizes(int ranks) {
        try (RouterWorld world = open(ranks)) {
            world.each(router -> {
                for (int elements : new int[] {1, 5, 64, 65, 20_000}) {
                    runOne(router, gather(router, router.world(), elements, DataType.BFLOAT16, elements));
                }
            });
            assertServed(world, 5);
        }
    }

    @Test
    void gathersAtAnyAlignment() {
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                long id = 0;
                for (int outputMisalignment : new int[] {0, 1, 2, 5, 31, 63}) {
                    for (int inputMisalignment : new int[] {0, 1, 3, 4, 33}) {
                        for (int elements : new int[] {1, 13, 127, 4097}) {
                            runOne(
                                    router,
                                    gather(
                                            router,
                                            router.world(),
                                            elements,
                                            DataType.UINT8,
                                            id++,
                                            outputMisalignment,
                                            inputMisalignment));
                        }
                    }
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {256 << 10, (1 << 20) + 1, (5 << 20) + 3})
    void gathersLargeShards(int bytes) {
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                for (int i = 0; i < 3; i++) {
                    runOne(router, gather(router, router.world(), bytes, DataType.INT8, i));
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 33, 70_001, (1 << 20) + 5})
    void gathersInPlace(int elements) {
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                int own = router.world().rank() * elements * DataType.FLOAT16.bytes();
                for (int i = 0; i < 2; i++) {
                    runOne(router, overlapping(router, elements, DataType.FLOAT16, i, own));
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 40, 70_001})
    @DisplayName("a shard that overlaps the output elsewhere than in its own slot")
    void gathersFromOverlappingShards(int elements) {
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                int shardBytes = elements * DataType.FLOAT32.bytes();
                int next = (router.world().rank() + 1) % RANKS * shardBytes;
                runOne(router, overlapping(router, elements, DataType.FLOAT32, 1, next));
                int astride = shardBytes / 2 + 1;
                runOne(router, overlapping(router, elements, DataType.FLOAT32, 2, astride));
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 3 * HostStream.CAPACITY})
    void keepsSeveralGathersInFlight(int gathers) {
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                List<CheckedGather> inFlight = new ArrayList<>();
                List<Work> works = new ArrayList<>();
                for (int i = 0; i < gathers; i++) {
                    CheckedGather gather = gather(router, router.world(), 100 + 37 * i, DataType.INT16, i);
                    inFlight.add(gather);
                    works.add(gather.submit(router));
                }
                for (int i = gathers - 1; i >= 0; i--) {
                    await(works.get(i));
                    inFlight.get(i).check();
                    inFlight.get(i).close();
                }
            });
            assertServed(world, gathers);
        }
    }

    @Test
    @DisplayName("several threads submit, in an order that all ranks keep (W17)")
    void servesSeveralThreads() {
        int threads = 3;
        int gathers = 60;
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                Turns turns = new Turns();
                RankThreads.run(threads, thread -> {
                    for (int i = thread; i < gathers; i += threads) {
                        try (CheckedGather gather = gather(router, router.world(), 50 + i, DataType.INT32, i)) {
                            turns.await(i);
                            Work work = gather.submit(router);
                            turns.next();
                            await(work);
                            gather.check();
                        }
                    }
                    return thread;
                });
            });
            assertServed(world, gathers);
        }
    }

    @Test
    @DisplayName("a gather that nobody waits for completes (W19)")
    void needsNoWait() {
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                try (CheckedGather gather = gather(router, router.world(), 5000, DataType.FLOAT64, 1)) {
                    Work unused = gather.submit(router);
                    assertThat(router.stream().drain(RankThreads.LIMIT)).isTrue();
                    gather.check();
                }
            });
        }
    }

    @Test
    @DisplayName("a gather may be waited for many times, from several threads (W20)")
    void allowsManyWaits() {
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                try (CheckedGather gather = gather(router, router.world(), 5000, DataType.FLOAT64, 1)) {
                    Work work = gather.submit(router);
                    RankThreads.run(3, thread -> {
                        for (int i = 0; i < 5; i++) {
                            await(work);
                            work.await();
                            work.waitOn(router.stream());
                            assertThat(work.isCompleted()).isTrue();
                        }
                        return thread;
                    });
                    gather.check();
                }
            });
        }
    }

    @Test
    void changesNothingWhenAWaitRunsOutOfTime() {
        CountDownLatch waited = new CountDownLatch(RANKS - 1);
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                boolean late = router.world().rank() == RANKS - 1;
                if (late) {
                    assertThat(waited.await(60, TimeUnit.SECONDS)).isTrue();
                }
                try (CheckedGather gather = gather(router, router.world(), 100, DataType.INT64, 1)) {
                    Work work = gather.submit(router);
                    if (!late) {
                        assertThat(work.isCompleted()).isFalse();
                        assertThat(work.await(Duration.ZERO)).isFalse();
                        assertThat(work.await(Duration.ofMillis(20))).isFalse();
                        waited.countDown();
                    }
                    await(work);
                    gather.check();
                }
            });
        }
    }

    @Test
    void ordersAnotherStream() {
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                try (CheckedGather gather = gather(router, router.world(), 100_000, DataType.INT8, 1);
                        Stream other = router.openStream()) {
                    gather.submit(router).waitOn(other);
                    List<byte[]> seen = new ArrayList<>();
                    await(other.run(() -> seen.add(gather.read())));
                    gather.assertOutput(seen.get(0));
                }
            });
        }
    }

    @Test
    @DisplayName("a slow consumer sees the gather before it, not the next one into the same output (W16)")
    void waitsForSlowConsumers() {
        CyclicBarrier submitted = new CyclicBarrier(RANKS);
        int rounds = 8;
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                try (GuardedBuffer output = buffer(router, RANKS * 3000)) {
                    List<byte[]> seen = new ArrayList<>();
                    List<GuardedBuffer> shards = new ArrayList<>();
                    CountDownLatch release = new CountDownLatch(1);
                    for (int round = 0; round < rounds; round++) {
                        GuardedBuffer shard = buffer(router, 3000);
                        shard.write(0, new Pattern(router.world().rank(), round).bytes(3000));
                        shards.add(shard);
                        Work gather = router.allGatherIntoTensor(output.buffer(), shard.buffer(), 3000, DataType.INT8);
                        assertThat(gather).isNotNull();
                        boolean slow = router.world().rank() == 1;
                        Work consumer = router.stream().run(() -> {
                            if (slow) {
                                awaitQuietly(release);
                            }
                            seen.add(output.read());
                        });
                        assertThat(consumer).isNotNull();
                    }
                    submitted.await(60, TimeUnit.SECONDS);
                    release.countDown();
                    assertThat(router.stream().drain(RankThreads.LIMIT)).isTrue();
                    assertThat(seen).hasSize(rounds);
                    for (int round = 0; round < rounds; round++) {
                        for (int rank = 0; rank < RANKS; rank++) {
                            assertThat(Arrays.copyOfRange(seen.get(round), rank * 3000, (rank + 1) * 3000))
                                    .as("rank %d's shard in round %d", rank, round)
                                    .isEqualTo(new Pattern(rank, round).bytes(3000));
                        }
                    }
                    shards.forEach(GuardedBuffer::close);
                }
            });
        }
    }

    @Test
    @DisplayName("an empty shard moves nothing and keeps the ranks in step (W5)")
    void completesEmptyGathersAtOnce() {
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                DeviceBuffer empty = DeviceBuffer.of(0, 0, this);
                for (int i = 0; i < 5; i++) {
                    assertThat(router.allGatherIntoTensor(empty, empty, 0, DataType.BFLOAT16)
                                    .isCompleted())
                            .isTrue();
                    runOne(router, gather(router, router.world(), 9, DataType.BFLOAT16, i));
                }
                assertThat(router.status().gathers()).containsEntry(Reason.EMPTY, 5L);
            });
            assertServed(world, 5);
        }
    }

    @Test
    void failsOnEveryRankWhenCountsDiffer() {
        failsOnEveryRank(rank -> rank == 1 ? 24 : 23, rank -> DataType.INT32, "23", "24");
    }

    @Test
    void failsOnEveryRankWhenTypesDiffer() {
        failsOnEveryRank(rank -> 23, rank -> rank == 2 ? DataType.FLOAT32 : DataType.INT32, "int32", "float32");
    }

    @Test
    @DisplayName("counts and types that differ while the byte lengths are equal")
    void failsOnEveryRankWhenOnlyTheBytesAgree() {
        failsOnEveryRank(
                rank -> rank == 0 ? 40 : 20,
                rank -> rank == 0 ? DataType.INT16 : DataType.INT32,
                "40",
                "int16",
                "20",
                "int32");
    }

    @Test
    void refusesGathersAfterClosing() {
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                Group all = router.world();
                try (CheckedGather gather = gather(router, all, 10, DataType.INT8, 1)) {
                    gather.run(router);
                    router.close();
                    router.close();
                    assertThatThrownBy(() -> gather.submit(router))
                            .isInstanceOfSatisfying(
                                    AllGatherException.class,
                                    e -> assertThat(e.category()).isEqualTo(Category.CLOSED));
                }
            });
        }
    }

    @Test
    void completesGathersInFlightBeforeClosing() {
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                List<CheckedGather> gathers = new ArrayList<>();
                for (int i = 0; i < 10; i++) {
                    CheckedGather gather = gather(router, router.world(), 30_000, DataType.INT32, i);
                    gathers.add(gather);
                    assertThat(gather.submit(router)).isNotNull();
                }
                router.close();
                for (CheckedGather gather : gathers) {
                    gather.check();
                    gather.close();
                }
            });
        }
    }

    @Test
    @DisplayName("a second router in the same process (W26)")
    void opensAgainAfterClosing() {
        for (int generation = 0; generation < 3; generation++) {
            long id = generation;
            try (RouterWorld world = open(RANKS)) {
                world.each(router -> runOne(router, gather(router, router.world(), 77, DataType.INT8, id)));
            }
        }
    }

    @Test
    @DisplayName("a rank that never submits is named, within the timeout")
    void namesARankThatNeverSubmits() {
        try (RouterWorld world = open(RANKS, Map.of("DS_SDMA_ALLGATHER_TIMEOUT", "1"))) {
            CountDownLatch failed = new CountDownLatch(RANKS - 1);
            world.each(router -> {
                if (router.world().rank() == 1) {
                    assertThat(failed.await(60, TimeUnit.SECONDS)).isTrue();
                    return;
                }
                try (CheckedGather gather = gather(router, router.world(), 10, DataType.INT8, 1)) {
                    Work work = gather.submit(router);
                    assertThatThrownBy(() -> await(work))
                            .isInstanceOf(AllGatherException.class)
                            .hasMessageContaining("rank 1");
                    assertThatThrownBy(work::isCompleted).isInstanceOf(AllGatherException.class);
                    failed.countDown();
                }
            });
        }
    }

    @Test
    void holdsBuffersOnlyWhileAGatherIsInFlight() {
        CountDownLatch tried = new CountDownLatch(RANKS - 1);
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                boolean late = router.world().rank() == 0;
                if (late) {
                    assertThat(tried.await(60, TimeUnit.SECONDS)).isTrue();
                }
                CheckedGather gather = gather(router, router.world(), 100, DataType.INT64, 1);
                Work work = gather.submit(router);
                if (!late) {
                    assertThatThrownBy(gather::close).isInstanceOf(IllegalStateException.class);
                    tried.countDown();
                }
                await(work);
                gather.check();
                gather.close();
            });
        }
    }

    @Test
    @DisplayName("sub-groups gather their members' shards, also beside WORLD (W34)")
    void servesSubGroups() {
        int ranks = 4;
        try (RouterWorld world = open(ranks)) {
            world.each(router -> {
                Group even = router.newGroup(List.of(0, 2));
                Group reversed = router.newGroup(List.of(3, 1, 0));
                for (int i = 0; i < 10; i++) {
                    try (CheckedGather all = gather(router, router.world(), 100 + i, DataType.INT16, i)) {
                        Work onWorld = all.submit(router);
                        gatherOn(router, even, i);
                        gatherOn(router, reversed, i);
                        await(onWorld);
                        all.check();
                    }
                }
            });
        }
    }

    private void gatherOn(Router router, Group group, int id) throws InterruptedException {
        if (group.rank() >= 0) {
            runOne(router, gather(router, group, 33 + id, DataType.BFLOAT16, id));
        }
    }

    private void failsOnEveryRank(Counts counts, Types types, String... named) {
        try (RouterWorld world = open(RANKS)) {
            world.each(router -> {
                int rank = router.world().rank();
                try (CheckedGather gather = gather(router, router.world(), counts.of(rank), types.of(rank), 1)) {

                    Category expected = survivesDifferingCalls() ? Category.REJECTED : Category.FATAL;
                    assertThatThrownBy(() -> await(gather.submit(router)))
                            .isInstanceOfSatisfying(
                                    AllGatherException.class,
                                    e -> assertThat(e.category()).isEqualTo(expected))
                            .hasMessageContainingAll(named);
                }
                assertGoesOnOrIsDead(router);
            });
        }
    }

    private void assertGoesOnOrIsDead(Router router) throws InterruptedException {
        if (survivesDifferingCalls()) {
            runOne(router, gather(router, router.world(), 50, DataType.INT32, 2));
            assertThat(router.status().failed()).isEqualTo(1);
            return;
        }
        try (CheckedGather later = gather(router, router.world(), 50, DataType.INT32, 2)) {
            assertThatThrownBy(() -> later.submit(router))
                    .isInstanceOfSatisfying(
                            AllGatherException.class,
                            e -> assertThat(e.category()).isEqualTo(Category.FATAL));
            assertThat(router.status().poisoned()).isNotEmpty();
        }
    }

    private CheckedGather gather(Router router, Group group, int elements, DataType dtype, long id) {
        return gather(router, group, elements, dtype, id, 0, 0);
    }

    private CheckedGather gather(
            Router router,
            Group group,
            int elements,
            DataType dtype,
            long id,
            int outputMisalignment,
            int inputMisalignment) {
        return CheckedGather.of(memory(router), group, elements, dtype, id, outputMisalignment, inputMisalignment);
    }

    private CheckedGather overlapping(Router router, int elements, DataType dtype, long id, int shardOffset) {
        return CheckedGather.overlapping(memory(router), router.world(), elements, dtype, id, shardOffset);
    }

    private GuardedBuffer buffer(Router router, int bytes) {
        return GuardedBuffer.of(memory(router), bytes, 0);
    }

    private RouterWorld open(int ranks) {
        return open(ranks, Map.of());
    }

    private RouterWorld open(int ranks, Map<String, String> more) {
        Map<String, String> environment = new HashMap<>();
        environment.put("DS_SDMA_ALLGATHER", fastPath() ? "1" : "0");
        environment.put("DS_SDMA_ALLGATHER_EXTENDED_DTYPES", "1");
        environment.put("DS_SDMA_ALLGATHER_TIMEOUT", "30");
        environment.put("DS_SDMA_ALLGATHER_OPEN_TIMEOUT", "30");
        environment.putAll(environment());
        environment.putAll(more);
        return RouterWorld.open(ranks, environment, providers());
    }

    /** Counters say which backend served, so that a silent fallback cannot pass for the fast path. */
    private void assertServed(RouterWorld world, long gathers) {
        for (int rank = 0; rank < world.size(); rank++) {
            assertThat(world.router(rank).status().gathers())
                    .containsEntry(fastPath() ? Reason.FAST : Reason.OFF, gathers);
        }
    }

    private static void runOne(Router router, CheckedGather gather) throws InterruptedException {
        try (gather) {
            gather.run(router);
        }
    }

    private static void await(Work work) throws InterruptedException {
        assertThat(work.await(RankThreads.LIMIT)).as("completed in time").isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Elements that a rank passes. */
    private interface Counts {
        int of(int rank);
    }

    /** Type that a rank passes. */
    private interface Types {
        DataType of(int rank);
    }
}
