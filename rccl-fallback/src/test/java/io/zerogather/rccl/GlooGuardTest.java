package io.zerogather.rccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.AllGatherException;
import io.zerogather.AllGatherException.Category;
import io.zerogather.DataType;
import io.zerogather.tck.RankThreads;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ranks that make different calls. Gloo itself would end the process. */
@RequiresGloo
class GlooGuardTest {
    private final GlooRanks ranks = new GlooRanks();

    @AfterEach
    void close() {
        ranks.close();
    }

    @Test
    void anotherCountOnOneRankIsRefusedOnEveryRank() {
        ranks.open(4, GlooRank.settings(RankThreads.LIMIT));
        List<AllGatherException> failures =
                ranks.failures(rank -> rank.failure(7, rank.rank() == 2 ? 1000 : 1024, DataType.BFLOAT16));
        assertThat(failures)
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageContaining("ranks 0, 1, 3 called gather 7 (1024 x bfloat16 per rank)")
                        .hasMessageContaining("rank 2 called gather 7 (1000 x bfloat16 per rank)"))
                .extracting(AllGatherException::category)
                .containsOnly(Category.REJECTED);
        ranks.each(rank -> {
            rank.gather(8, 1024, DataType.BFLOAT16);
            assertThat(rank.reports().failed()).containsExactly(DataType.BFLOAT16);
            assertThat(rank.reports().poisoned()).isEmpty();
        });
    }

    @Test
    void anotherTypeOfTheSameLengthIsRefusedOnEveryRank() {
        ranks.open(3, GlooRank.settings(RankThreads.LIMIT));
        List<AllGatherException> failures =
                ranks.failures(rank -> rank.failure(1, 100, rank.rank() == 0 ? DataType.FLOAT32 : DataType.INT32));
        assertThat(failures)
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageContaining("rank 0 called gather 1 (100 x float32 per rank)")
                        .hasMessageContaining("ranks 1, 2 called gather 1 (100 x int32 per rank)"));
        ranks.each(rank -> rank.gather(2, 100, DataType.INT32));
    }

    @Test
    void aRankThatLeftOutACallIsNamed() {
        ranks.open(2, GlooRank.settings(RankThreads.LIMIT));
        List<AllGatherException> failures = ranks.failures(rank -> rank.failure(3 + rank.rank(), 10, DataType.INT8));
        assertThat(failures)
                .allSatisfy(failure -> assertThat(failure)
                        .hasMessageContaining("rank 0 called gather 3 (10 x int8 per rank)")
                        .hasMessageContaining("rank 1 called gather 4 (10 x int8 per rank)"));
    }

    @Test
    void refusedCallsOfAnySizeDoNoHarm() {
        ranks.open(3, GlooRank.settings(RankThreads.LIMIT));
        int[] lengths = {1, 3_000_000, 17};
        for (int call = 1; call <= 10; call++) {
            int shift = call;
            List<AllGatherException> failures = ranks.failures(
                    rank -> rank.failure(shift, lengths[(rank.rank() + shift) % lengths.length], DataType.UINT8));
            assertThat(failures).extracting(AllGatherException::category).containsOnly(Category.REJECTED);
        }
        ranks.each(rank -> rank.gather(11, 3_000_000, DataType.UINT8));
    }

    @Test
    void withoutTheGuardDifferentCallsEndByTheTimeout() {
        ranks.open(3, GlooRank.settings(Duration.ofMillis(500), false));
        List<AllGatherException> failures =
                ranks.failures(rank -> rank.failure(1, rank.rank() == 1 ? 5_000 : 500_000, DataType.UINT8));
        assertThat(failures).extracting(AllGatherException::category).containsOnly(Category.FATAL);
        ranks.each(rank -> assertThat(rank.reports().poisoned()).hasSize(1));
    }
}
