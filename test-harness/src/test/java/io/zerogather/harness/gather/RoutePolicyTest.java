package io.zerogather.harness.gather;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DataType;
import io.zerogather.Reason;
import io.zerogather.harness.memory.MemoryKind;
import org.junit.jupiter.api.Test;

class RoutePolicyTest {
    private final RoutePolicy fast = new RoutePolicy(Plans.fast(), false);

    @Test
    void keepsTheLimitInElementsAndInBytes() {
        assertThat(world(DataType.FLOAT32, Plans.LIMIT)).isEqualTo(Reason.FAST);
        assertThat(world(DataType.UINT8, Plans.LIMIT + 1)).isEqualTo(Reason.LIMIT);
        assertThat(world(DataType.FLOAT64, Plans.LIMIT / 2)).isEqualTo(Reason.FAST);
        assertThat(world(DataType.FLOAT64, Plans.LIMIT / 2 + 1)).isEqualTo(Reason.LIMIT);
    }

    @Test
    void keepsTheFloorInBytes() {
        assertThat(world(DataType.BFLOAT16, Plans.FLOOR / 2)).isEqualTo(Reason.FAST);
        assertThat(world(DataType.BFLOAT16, Plans.FLOOR / 2 - 1)).isEqualTo(Reason.FLOOR);
    }

    @Test
    void takesOtherTypesOnlyWhenAgreedOn() {
        assertThat(world(DataType.UINT32, 100)).isEqualTo(Reason.DTYPE);
        RoutePolicy extended = new RoutePolicy(Plans.fast(), true);
        assertThat(extended.reason(GatherShape.of(DataType.UINT32, 100), 2, true))
                .isEqualTo(Reason.FAST);
    }

    @Test
    void sendsGroupsAndAnInactivePlanToTheFallback() {
        GatherShape shape = GatherShape.of(DataType.FLOAT32, 100);

        assertThat(fast.reason(shape, 2, false)).isEqualTo(Reason.GROUP);
        assertThat(new RoutePolicy(Plans.off(), false).reason(shape, 2, true)).isEqualTo(Reason.OFF);
    }

    @Test
    void movesNothingForNothingAndNothingFarAlone() {
        assertThat(world(DataType.FLOAT32, 0)).isEqualTo(Reason.EMPTY);
        assertThat(fast.reason(GatherShape.of(DataType.FLOAT32, 100), 1, false)).isEqualTo(Reason.SINGLE);
    }

    @Test
    void goesDirectWhereverTheShardIsInPoolMemory() {
        GatherShape shape = GatherShape.of(DataType.FLOAT32, 100);

        assertThat(fast.direct(shape.in(MemoryKind.POOL, MemoryKind.ORDINARY))).isTrue();
        assertThat(fast.direct(shape.in(MemoryKind.ORDINARY, MemoryKind.POOL))).isFalse();
        assertThat(fast.direct(shape.in(MemoryKind.ORDINARY, MemoryKind.POOL).atPlace()))
                .isTrue();
    }

    @Test
    void stagesAShardThatItsOwnOutputOverwrites() {
        GatherShape shape = GatherShape.of(DataType.FLOAT32, 100).in(MemoryKind.POOL, MemoryKind.POOL);

        assertThat(fast.direct(shape.shifted(0))).isTrue();
        assertThat(fast.direct(shape.shifted(4))).isFalse();
    }

    private Reason world(DataType dtype, long elements) {
        return fast.reason(GatherShape.of(dtype, elements), 2, true);
    }
}
