package io.zerogather.rccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DataType;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallListTest {
    @Test
    void joinsTheRanksThatMadeTheSameCall() {
        long[] calls = {7, 80, DataType.INT64.code(), 7, 40, DataType.INT64.code(), 7, 80, DataType.INT64.code()};
        assertThat(CallList.describe(calls, List.of(4, 5, 6)))
                .isEqualTo(
                        "ranks 4, 6 called gather 7 (10 x int64 per rank), rank 5 called gather 7 (5 x int64 per rank)");
    }

    @Test
    void knowsWhatToSayOfATypeThatItDoesNotKnow() {
        assertThat(CallList.describe(new long[] {1, 3, 99}, List.of(0)))
                .isEqualTo("rank 0 called gather 1 (3 bytes of dtype 99 per rank)");
    }
}
