package io.zerogather.rccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DataType;
import io.zerogather.HostStream;
import io.zerogather.rendezvous.InProcessRendezvous;
import io.zerogather.tck.GuardedBuffer;
import io.zerogather.tck.RankThreads;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@RequiresGloo
class GlooGatherTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final GlooRanks ranks = new GlooRanks();

    @AfterEach
    void close() {
        ranks.close();
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, true", "3, true", "4, true", "2, false", "3, false"})
    void deliversEveryShardAtItsPlace(int size, boolean guarded) {
        ranks.open(size, GlooRank.settings(TIMEOUT, guarded));
        ranks.each(rank -> {
            long call = 0;
            for (int elements : new int[] {1, 2, 3, 7, 64, 1001, 300_007}) {
                rank.gather(++call, elements, DataType.UINT8);
                rank.gather(++call, elements, DataType.BFLOAT16);
                rank.gather(++call, elements, DataType.FLOAT64);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void takesAShardFromAnywhereInTheOutput(int size) {
        ranks.open(size, GlooRank.settings(TIMEOUT));
        ranks.each(rank -> {
            int shardBytes = 4096;
            long call = 0;
            int own = rank.rank() * shardBytes;
            int last = (size - 1) * shardBytes;
            for (int offset : new int[] {own, 0, last, last / 2, Math.max(0, own - 13), Math.min(last, own + 13)}) {
                rank.gatherWithin(++call, shardBytes, DataType.INT8, offset);
            }
        });
    }

    @Test
    void callNumbersMayHaveGaps() {
        ranks.open(2, GlooRank.settings(TIMEOUT));
        ranks.each(rank -> {
            rank.gather(1, 10, DataType.INT32);
            rank.gather(5, 10, DataType.INT32);
            rank.gather(1L << 40, 10, DataType.INT32);
        });
    }

    @Test
    void manyGathersInFlightRunInOrder() {
        ranks.open(2, GlooRank.settings(TIMEOUT));
        ranks.each(rank -> {
            int gathers = 2 * HostStream.CAPACITY;
            try (GuardedBuffer memory = GuardedBuffer.of(2 * 8)) {
                // Every gather reads what the one before it wrote.
                memory.write(rank.rank() * 8, new byte[] {(byte) rank.rank(), 1, 2, 3, 4, 5, 6, 7});
                for (int call = 1; call <= gathers; call++) {
                    var unused = rank.submit(
                            call, memory.buffer(), memory.buffer().slice(rank.rank() * 8L, 8), 8, DataType.UINT8);
                }
                assertThat(rank.stream().drain(RankThreads.LIMIT)).isTrue();
                assertThat(memory.read()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 1, 1, 2, 3, 4, 5, 6, 7);
            }
        });
    }

    @Test
    void aGatherSubmittedByTheWorkerRunsAtOnce() {
        ranks.open(2, GlooRank.settings(TIMEOUT));
        ranks.each(rank -> GlooRank.await(rank.stream().run(() -> {
            try {
                rank.gather(1, 100, DataType.FLOAT32);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        })));
    }

    @Test
    void subGroupsGatherSideBySide() {
        ranks.open(4, GlooRank.settings(TIMEOUT));
        List<InProcessRendezvous> even = InProcessRendezvous.create(2);
        List<InProcessRendezvous> odd = InProcessRendezvous.create(2);
        ranks.each(rank -> {
            int half = rank.rank() % 2;
            InProcessRendezvous store = (half == 0 ? even : odd).get(rank.rank() / 2);
            GlooRank subGroup = rank.openSubGroup("half", half == 0 ? List.of(0, 2) : List.of(1, 3), store);
            for (int call = 1; call <= 20; call++) {
                // The halves make different calls, and WORLD gathers in between.
                subGroup.gather(call, 100 * (1 + half), DataType.INT16);
                rank.gather(call, 50, DataType.INT64);
            }
            subGroup.leave();
        });
    }

    @Test
    void aClosedGroupCanBeOpenedAgain() {
        for (int generation = 0; generation < 3; generation++) {
            ranks.open(3, GlooRank.settings(TIMEOUT));
            ranks.each(rank -> rank.gather(1, 1000, DataType.FLOAT16));
            ranks.close();
        }
    }
}
