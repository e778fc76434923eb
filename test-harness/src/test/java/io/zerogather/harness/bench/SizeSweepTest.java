package io.zerogather.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DataType;
import java.util.List;
import org.junit.jupiter.api.Test;

class SizeSweepTest {
    @Test
    void coversOutputSizesFromFirstToLast() {
        assertThat(SizeSweep.geometric(65_536, 1_048_576, 4, 2, DataType.FLOAT32))
                .containsExactly(8192L, 32_768L, 131_072L);
        assertThat(SizeSweep.geometric(100, 100, 2, 1, DataType.UINT8)).containsExactly(96L);
    }

    @Test
    void roundsShardsToWholeStepsAndMeasuresNoneTwice() {
        assertThat(SizeSweep.geometric(16, 256, 2, 4, DataType.FLOAT32)).containsExactly(4L, 8L, 16L);
    }

    @Test
    void endsBeforeSizesOverflow() {
        assertThat(SizeSweep.geometric(1L << 62, Long.MAX_VALUE, 2, 2, DataType.UINT8))
                .hasSize(1);
    }

    @Test
    void takesGivenShards() {
        assertThat(SizeSweep.ofShards(List.of(4096L, 17L), DataType.BFLOAT16)).containsExactly(2048L, 8L);
    }
}
