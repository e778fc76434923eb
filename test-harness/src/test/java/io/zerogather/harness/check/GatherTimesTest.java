package io.zerogather.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GatherTimesTest {
    @Test
    void takesTheMeanOfMeansAndTheExtremesOfAll() {
        GatherTimes first = GatherTimes.ofRank(new long[] {1_000_000, 3_000_000});
        GatherTimes second = GatherTimes.ofRank(new long[] {500_000, 5_500_000, 6_000_000});

        assertThat(first).isEqualTo(new GatherTimes(2, 1, 3));
        assertThat(GatherTimes.ofRanks(List.of(first, second))).isEqualTo(new GatherTimes(3, 0.5, 6));
    }
}
