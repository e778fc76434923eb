package io.zerogather.sdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.PoolMemory;
import io.zerogather.Router;
import io.zerogather.Work;
import io.zerogather.spi.FastPathCounters;
import io.zerogather.tck.GuardedBuffer;
import io.zerogather.tck.Pattern;
import io.zerogather.tck.RankThreads;
import io.zerogather.tck.RawMemory;
import io.zerogather.tck.RouterWorld;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Gathers whose shards lie in pool memory, and the life of that memory. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PoolMemoryTest {
    private static final int RANKS = 3;

    @Test
    void shardsInPoolMemoryGoDirect() {
        try (RouterWorld world = HostWorlds.open(RANKS)) {
            world.each(router -> {
                for (int bytes : new int[] {1, 63, 4096, (1 << 20) + 7, 3 << 20}) {
                    try (PoolMemory memory = router.allocate(bytes)) {
                        // A peer maps new memory before its next post: from the second meeting on it is there for
                        // certain.
                        gatherForeign(router, 1, 0);
                        gather(router, filled(router, memory, bytes, bytes), bytes, bytes);
                    }
                }
            });
            for (int rank = 0; rank < RANKS; rank++) {
                FastPathCounters counters = world.router(rank).status().fastPath();
                assertThat(counters.direct()).isEqualTo(5);
                assertThat(counters.staged()).isEqualTo(5);
            }
        }
    }

    @Test
    void oneForeignShardMakesTheGatherStaged() {
        try (RouterWorld world = HostWorlds.open(RANKS)) {
            world.each(router -> {
                int bytes = 100_001;
                try (PoolMemory memory = router.allocate(bytes)) {
                    gatherForeign(router, 1, 0);
                    if (router.world().rank() == 1) {
                        gatherForeign(router, bytes, 7);
                    } else {
                        gather(router, filled(router, memory, bytes, 7), bytes, 7);
                    }
                }
            });
            assertThat(world.router(0).status().fastPath().staged()).isEqualTo(2);
            assertThat(world.router(0).status().fastPath().direct()).isZero();
        }
    }

    @Test
    void directAndStagedGathersMix() {
        try (RouterWorld world = HostWorlds.open(RANKS)) {
            world.each(router -> {
                for (int i = 0; i < 40; i++) {
                    int bytes = 1 + i * 40_009 % 700_001;
                    try (PoolMemory memory = router.allocate(bytes)) {
                        gatherForeign(router, bytes, i);
                        gather(router, filled(router, memory, bytes, i), bytes, i);
                        gatherForeign(router, 3, i);
                    }
                }
            });
            FastPathCounters counters = world.router(2).status().fastPath();
            assertThat(counters.direct()).isEqualTo(40);
            assertThat(counters.staged()).isEqualTo(80);
        }
    }

    @Test
    void memoryIsReusedInALoopBeyondTheTable() {
        try (RouterWorld world = HostWorlds.open(2)) {
            world.each(router -> {
                for (int i = 0; i < 600; i++) {
                    try (PoolMemory memory = router.allocate(5000 + i)) {
                        gather(router, filled(router, memory, 5000 + i, i), 5000 + i, i);
                    }
                }
            });
            // Whether a peer had mapped the new memory in time decides how, never whether it arrives.
            FastPathCounters counters = world.router(0).status().fastPath();
            assertThat(counters.direct() + counters.staged()).isEqualTo(600);
        }
    }

    @Test
    void closingMemoryInUseIsRefused() {
        try (RouterWorld world = HostWorlds.open(2)) {
            CountDownLatch tried = new CountDownLatch(1);
            world.each(router -> {
                int bytes = 1000;
                try (GuardedBuffer output = GuardedBuffer.of(bytes * 2)) {
                    PoolMemory memory = router.allocate(bytes);
                    if (router.world().rank() == 1) {
                        assertThat(tried.await(60, TimeUnit.SECONDS)).isTrue();
                    }
                    Work work = router.allGatherIntoTensor(output.buffer(), memory.buffer(), bytes, DataType.INT8);
                    if (router.world().rank() == 0) {
                        // The peer has not submitted, so the gather is in flight for certain.
                        assertThatThrownBy(memory::close)
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("in use by 1 gather");
                        tried.countDown();
                    }
                    assertThat(work.await(RankThreads.LIMIT)).isTrue();
                    memory.close();
                    memory.close();
                }
            });
        }
    }

    @Test
    void closedMemoryIsRefusedOnEveryRank() {
        try (RouterWorld world = HostWorlds.open(2)) {
            world.each(router -> {
                PoolMemory memory = router.allocate(64);
                if (router.world().rank() == 1) {
                    memory.close();
                }
                try (GuardedBuffer output = GuardedBuffer.of(128)) {
                    assertThatThrownBy(() -> router.allGatherIntoTensor(
                                            output.buffer(), memory.buffer(), 64, DataType.UINT8)
                                    .await())
                            .isInstanceOfSatisfying(
                                    AllGatherException.class,
                                    e -> assertThat(e.category()).isEqualTo(AllGatherException.Category.REJECTED))
                            .hasMessageContaining("input is closed");
                }
                memory.close();
            });
        }
    }

    @Test
    void javaReadsAndWritesPoolMemory() {
        try (RouterWorld world = HostWorlds.open(2)) {
            PoolMemory memory = world.router(0).allocate(100);
            memory.view(10, 4).putInt(0, 0x01020304);
            assertThat(memory.view(0, 100).getInt(10)).isEqualTo(0x01020304);
            assertThatThrownBy(() -> memory.view(98, 3)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> memory.view(-1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
            memory.close();
            assertThatThrownBy(() -> memory.view(0, 1)).hasMessageContaining("is closed");
        }
    }

    @Test
    void memoryOutlivesItsRouter() {
        RouterWorld world = HostWorlds.open(2);
        PoolMemory memory = world.router(0).allocate(100);
        world.close();
        RawMemory.write(new byte[] {1, 2, 3}, memory.buffer().address());
        assertThat(RawMemory.read(memory.buffer().address(), 3)).containsExactly(1, 2, 3);
        memory.close();
        assertThatThrownBy(() -> world.router(0).allocate(100)).isInstanceOf(AllGatherException.class);
    }

    @Test
    void impossibleSizesAreRefused() {
        try (RouterWorld world = HostWorlds.open(2)) {
            Router router = world.router(0);
            assertThatThrownBy(() -> router.allocate(0)).hasMessageContaining("at least 1");
            assertThatThrownBy(() -> router.allocate(-5)).hasMessageContaining("-5");
            assertThatThrownBy(() -> router.allocate(Long.MAX_VALUE)).hasMessageContaining("9223372036854775807");
            assertThatThrownBy(() -> router.allocate(1L << 60)).isInstanceOf(AllGatherException.class);
        }
    }

    private static DeviceBuffer filled(Router router, PoolMemory memory, int bytes, long id) {
        DeviceBuffer buffer = memory.buffer();
        RawMemory.write(new Pattern(router.world().rank(), id).bytes(bytes), buffer.address());
        return buffer;
    }

    private static void gatherForeign(Router router, int bytes, long id) throws InterruptedException {
        try (GuardedBuffer shard = GuardedBuffer.of(bytes)) {
            shard.write(0, new Pattern(router.world().rank(), id).bytes(bytes));
            gather(router, shard.buffer(), bytes, id);
        }
    }

    private static void gather(Router router, DeviceBuffer shard, int bytes, long id) throws InterruptedException {
        int size = router.world().size();
        try (GuardedBuffer output = GuardedBuffer.of(bytes * size)) {
            Work work = router.allGatherIntoTensor(output.buffer(), shard, bytes, DataType.UINT8);
            assertThat(work.await(RankThreads.LIMIT)).isTrue();
            byte[] gathered = output.read();
            for (int slot = 0; slot < size; slot++) {
                byte[] expected = new Pattern(slot, id).bytes(bytes);
                assertThat(Arrays.mismatch(gathered, slot * bytes, (slot + 1) * bytes, expected, 0, bytes))
                        .as("first wrong byte of slot %d, %d bytes", slot, bytes)
                        .isEqualTo(-1);
            }
            output.assertGuardsIntact();
        }
    }
}
