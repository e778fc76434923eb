package io.zerogather.harness.gather;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DataType;
import io.zerogather.harness.memory.MemoryKind;
import org.junit.jupiter.api.Test;

class GatherShapeTest {
    private static final GatherShape SHAPE = GatherShape.of(DataType.BFLOAT16, 50);

    @Test
    void placesTheShardOfEachRankInTheOutput() {
        assertThat(SHAPE.atPlace().offsetInOutput(0, 3)).isZero();
        assertThat(SHAPE.atPlace().offsetInOutput(2, 3)).isEqualTo(200);
        assertThat(SHAPE.shifted(7).offsetInOutput(1, 3)).isEqualTo(107);
    }

    @Test
    void keepsAShiftedShardInsideTheOutput() {
        for (long shift = 0; shift < 500; shift++) {
            for (int rank = 0; rank < 3; rank++) {
                assertThat(SHAPE.shifted(shift).offsetInOutput(rank, 3)).isBetween(0L, 200L);
            }
        }
    }

    @Test
    void saysWhatItIs() {
        assertThat(SHAPE).hasToString("50 bfloat16 from ordinary memory to ordinary memory");
        assertThat(SHAPE.in(MemoryKind.POOL, MemoryKind.ORDINARY).misaligned(1, 2))
                .hasToString("50 bfloat16 from pool memory+1 to ordinary memory+2");
        assertThat(SHAPE.shifted(3)).hasToString("50 bfloat16 in place shifted by 3 in ordinary memory");
        assertThat(SHAPE.in(MemoryKind.POOL, MemoryKind.POOL).shardMemory()).isEqualTo(MemoryKind.POOL);
        assertThat(SHAPE.in(MemoryKind.POOL, MemoryKind.ORDINARY).atPlace().shardMemory())
                .isEqualTo(MemoryKind.ORDINARY);
    }
}
