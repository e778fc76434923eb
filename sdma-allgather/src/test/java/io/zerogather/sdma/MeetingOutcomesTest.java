package io.zerogather.sdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.AllGatherException;
import io.zerogather.AllGatherException.Category;
import io.zerogather.DataType;
import io.zerogather.Reason;
import io.zerogather.Router;
import io.zerogather.Stream;
import io.zerogather.tck.ForeignStream;
import io.zerogather.tck.GuardedBuffer;
import io.zerogather.tck.Pattern;
import io.zerogather.tck.RankThreads;
import io.zerogather.tck.RouterWorld;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a meeting decides beyond moving the bytes. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MeetingOutcomesTest {
    private static final int RANKS = 3;

    @Test
    void oneCapturingRankSendsTheGatherToTheFallbackOnAll() {
        try (RouterWorld world = HostWorlds.open(RANKS)) {
            world.each(router -> {
                gather(router, router.hostStream(), 1);
                gather(router, router.world().rank() == 1 ? new ForeignStream(true) : router.hostStream(), 2);
                gather(router, router.hostStream(), 3);
            });
            for (int rank = 0; rank < RANKS; rank++) {
                Router router = world.router(rank);
                assertThat(router.status().fastPath().redirected()).isEqualTo(1);
                assertThat(router.status().fastPath().staged()).isEqualTo(2);
                assertThat(router.status().gathers()).containsEntry(Reason.CAPTURE, 1L);
            }
        }
    }

    @Test
    void differentRoutesKillTheGroupAndNameBoth() {
        try (RouterWorld world = HostWorlds.open(2)) {
            world.each(router -> {
                // float16 takes the fast path, uint16 does not: the ranks' calls differ in a way that changes the
                // route.
                DataType dtype = router.world().rank() == 0 ? DataType.FLOAT16 : DataType.UINT16;
                try (GuardedBuffer output = GuardedBuffer.of(16);
                        GuardedBuffer input = GuardedBuffer.of(8)) {
                    assertThatThrownBy(() -> router.allGatherIntoTensor(output.buffer(), input.buffer(), 4, dtype)
                                    .await())
                            .isInstanceOfSatisfying(
                                    AllGatherException.class,
                                    e -> assertThat(e.category()).isEqualTo(Category.FATAL));
                }
            });
            assertThat(world.router(0).status().poisoned())
                    .contains("float16")
                    .contains("rank 1 took another route with its call 1");
        }
    }

    @Test
    void anEmptyShardOnOneRankIsNoticed() {
        try (RouterWorld world = HostWorlds.open(2)) {
            world.each(router -> {
                int elements = router.world().rank() == 0 ? 4 : 0;
                try (GuardedBuffer output = GuardedBuffer.of(elements * 8);
                        GuardedBuffer input = GuardedBuffer.of(elements * 4)) {
                    var work = router.allGatherIntoTensor(output.buffer(), input.buffer(), elements, DataType.FLOAT32);
                    if (elements == 0) {
                        assertThat(work.isCompleted()).isTrue();
                    } else {
                        assertThatThrownBy(work::await).hasMessageContaining("rank 1 took another route");
                    }
                }
            });
        }
    }

    @Test
    void aMalformedCallOnOneRankFailsOnAllWithItsReason() {
        try (RouterWorld world = HostWorlds.open(RANKS)) {
            world.each(router -> {
                boolean wrong = router.world().rank() == 2;
                for (int elements : new int[] {4, -4}) {
                    try (GuardedBuffer output = GuardedBuffer.of(wrong ? 40 : 48);
                            GuardedBuffer input = GuardedBuffer.of(16)) {
                        int count = wrong ? elements : 4;
                        assertThatThrownBy(() -> router.allGatherIntoTensor(
                                                output.buffer(), input.buffer(), count, DataType.INT32)
                                        .await())
                                .isInstanceOfSatisfying(
                                        AllGatherException.class,
                                        e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                                .hasMessageContaining("refused on rank 2")
                                .hasMessageContaining(elements > 0 ? "the output has 40 bytes" : "-4 elements");
                    }
                }
                gather(router, router.hostStream(), 5);
            });
        }
    }

    @Test
    void aRefusalOfACallThatOthersTakeElsewhereKeepsItsReason() {
        try (RouterWorld world = HostWorlds.open(2)) {
            world.each(router -> {
                int elements = router.world().rank() == 0 ? -1 : 0;
                try (GuardedBuffer none = GuardedBuffer.of(0)) {
                    if (elements == 0) {
                        assertThat(router.allGatherIntoTensor(none.buffer(), none.buffer(), 0, DataType.INT8)
                                        .await(RankThreads.LIMIT))
                                .isTrue();
                    } else {
                        assertThatThrownBy(() -> router.allGatherIntoTensor(
                                        none.buffer(), none.buffer(), elements, DataType.INT8))
                                .hasMessageContaining("-1 elements");
                        assertThat(router.hostStream().drain(RankThreads.LIMIT)).isTrue();
                    }
                }
            });
            assertThat(world.router(0).status().poisoned())
                    .contains("refused it")
                    .contains("-1 elements");
        }
    }

    @Test
    void aPeerThatHasClosedIsNamedAtOnce() {
        try (RouterWorld world = HostWorlds.open(2)) {
            world.each(router -> gatherOfTwo(router, 1));
            world.router(1).close();
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> gatherOfTwo(world.router(0), 2))
                        .isInstanceOfSatisfying(
                                AllGatherException.class,
                                e -> assertThat(e.category()).isEqualTo(Category.CLOSED))
                        .hasMessageContaining("rank 1 closed the group after its call 1");
            }
        }
    }

    private static void gatherOfTwo(Router router, long id) throws InterruptedException {
        try (GuardedBuffer output = GuardedBuffer.of(200);
                GuardedBuffer input = GuardedBuffer.of(100)) {
            input.write(0, new Pattern(router.world().rank(), id).bytes(100));
            assertThat(router.allGatherIntoTensor(output.buffer(), input.buffer(), 100, DataType.INT8)
                            .await(RankThreads.LIMIT))
                    .isTrue();
            assertThat(output.read()).endsWith(new Pattern(1, id).bytes(100));
        }
    }

    private static void gather(Router router, Stream stream, long id) throws InterruptedException {
        int bytes = 1001;
        try (GuardedBuffer output = GuardedBuffer.of(bytes * RANKS);
                GuardedBuffer input = GuardedBuffer.of(bytes)) {
            input.write(0, new Pattern(router.world().rank(), id).bytes(bytes));
            var work = router.allGatherIntoTensor(
                    output.buffer(), input.buffer(), bytes, DataType.INT8, router.world(), stream);
            assertThat(work.await(RankThreads.LIMIT)).isTrue();
            for (int slot = 0; slot < RANKS; slot++) {
                byte[] expected = new Pattern(slot, id).bytes(bytes);
                assertThat(output.read()).containsSequence(expected);
            }
            output.assertGuardsIntact();
        }
    }
}
