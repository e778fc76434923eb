package io.zerogather.rccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.AllGatherException;
import io.zerogather.AllGatherException.Category;
import io.zerogather.DataType;
import io.zerogather.Work;
import io.zerogather.tck.GuardedBuffer;
import io.zerogather.tck.RankThreads;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@RequiresGloo
class GlooFailureTest {
    private final GlooRanks ranks = new GlooRanks();

    @AfterEach
    void close() {
        ranks.close();
    }

    @Test
    void aRankThatDoesNotCallIsNamedByTheOthersAndFailsWhenItComes() {
        ranks.open(4, GlooRank.settings(Duration.ofSeconds(1)));
        CountDownLatch others = new CountDownLatch(3);
        ranks.each(rank -> {
            if (rank.rank() == 3) {
                assertThat(others.await(60, TimeUnit.SECONDS)).isTrue();
                AllGatherException late = rank.failure(2, 100, DataType.INT32);
                assertThat(late).hasMessageContaining("rank 0").hasMessageContaining("Gather 2 (100 x int32");
                assertThat(late.category()).isEqualTo(Category.FATAL);
                return;
            }
            AllGatherException failure = rank.failure(2, 100, DataType.INT32);
            others.countDown();
            assertThat(failure)
                    .hasMessageContaining("rank " + rank.rank() + " failed")
                    .hasMessageContaining("group 'world'");
            assertThat(failure.category()).isEqualTo(Category.FATAL);
            assertThat(rank.reports().poisoned())
                    .singleElement()
                    .satisfies(cause -> assertThat(cause).hasMessage(failure.getMessage()));
        });
        // The first to give up names the rank; the others may learn only that somebody gave up.
        assertThat(ranks.get(0).reports().poisoned().get(0).getMessage()
                        + ranks.get(1).reports().poisoned().get(0).getMessage()
                        + ranks.get(2).reports().poisoned().get(0).getMessage())
                .contains("no call came from rank 3");
    }

    @Test
    void everyCallAfterAFailureFailsAtOnceWithTheFirstCause() {
        ranks.open(2, GlooRank.settings(Duration.ofMillis(300)));
        GlooRank alone = ranks.get(0);
        ranks.each(rank -> {
            if (rank != alone) {
                return;
            }
            AllGatherException first = rank.failure(1, 10, DataType.INT8);
            assertThat(first).hasMessageContaining("no call came from rank 1");
            AllGatherException second = rank.failure(2, 10, DataType.INT8);
            assertThat(second)
                    .hasMessageContaining("the group failed before")
                    .hasMessageContaining("no call came from rank 1");
            assertThat(second.category()).isEqualTo(Category.FATAL);
        });
    }

    @Test
    void aClosedGroupRefusesAndThePeersAreTold() {
        ranks.open(3, GlooRank.settings(RankThreads.LIMIT));
        CountDownLatch closed = new CountDownLatch(1);
        ranks.each(rank -> {
            rank.gather(1, 100, DataType.INT32);
            if (rank.rank() == 1) {
                rank.leave();
                rank.leave();
                closed.countDown();
                AllGatherException own = rank.failure(2, 100, DataType.INT32);
                assertThat(own).hasMessageContaining("closed");
                assertThat(own.category()).isEqualTo(Category.CLOSED);
            } else {
                assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
                AllGatherException failure = rank.failure(2, 100, DataType.INT32);
                assertThat(failure).hasMessageContaining("rank 1 has closed the group");
                assertThat(failure.category()).isEqualTo(Category.FATAL);
            }
        });
    }

    @Test
    void closingEndsAGatherInFlight() {
        ranks.open(2, GlooRank.settings(RankThreads.LIMIT));
        ranks.each(rank -> {
            if (rank.rank() != 0) {
                return;
            }
            try (GuardedBuffer output = GuardedBuffer.of(20);
                    GuardedBuffer input = GuardedBuffer.of(10)) {
                CountDownLatch running = new CountDownLatch(1);
                Work before = rank.stream().run(running::countDown);
                Work work = rank.submit(1, output.buffer(), input.buffer(), 10, DataType.INT8);
                Work queued = rank.submit(2, output.buffer(), input.buffer(), 10, DataType.INT8);
                assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
                GlooRank.await(before);
                rank.leave();
                assertThat(GlooRank.failureOf(work).category()).isEqualTo(Category.CLOSED);
                assertThat(GlooRank.failureOf(queued).category()).isEqualTo(Category.CLOSED);
            }
        });
    }

    @Test
    void theEndOfOneGroupLeavesTheOthersAlone() {
        ranks.open(2, GlooRank.settings(RankThreads.LIMIT));
        try (GlooRanks others = new GlooRanks()) {
            others.open(2, GlooRank.settings(Duration.ofMillis(300)));
            assertThat(failureOnFirst(others)).hasMessageContaining("no call came from rank 1");
            ranks.each(rank -> rank.gather(1, 100_000, DataType.FLOAT32));
        }
    }

    private static AllGatherException failureOnFirst(GlooRanks ranks) {
        try {
            return ranks.get(0).failure(1, 10, DataType.INT8);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
