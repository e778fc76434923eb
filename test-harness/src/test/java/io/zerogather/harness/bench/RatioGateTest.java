package io.zerogather.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DataType;
import io.zerogather.Reason;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RatioGateTest {
    private static final long MIB = 1 << 20;

    private final RatioGate gate = new RatioGate(2);

    @Test
    void holdsWhenEveryLargeGatherIsFastEnough() {
        List<BenchRow> rows = List.of(row("staged", MIB, 2.0), row("direct", 4 * MIB, 9));

        assertThat(gate.holds(rows)).isTrue();
        assertThat(gate.describe(rows))
                .isEqualTo("Ratio floor 2.00 for shards of 1 MiB and more: OK"
                        + " (lowest 2.00, staged at 2097152 bytes)");
    }

    @Test
    void failsByTheSlowestLargeGather() {
        List<BenchRow> rows = List.of(row("staged", MIB, 1.99), row("staged", 4 * MIB, 9));

        assertThat(gate.holds(rows)).isFalse();
        assertThat(gate.describe(rows)).contains("FAILED (lowest 1.99, staged at 2097152 bytes)");
    }

    @Test
    void overlooksSmallShardsAndTheLibraryItself() {
        List<BenchRow> rows = List.of(row("staged", MIB, 3), row("staged", MIB / 2, 0.5), row("raw", MIB, 1));

        assertThat(gate.holds(rows)).isTrue();
    }

    @Test
    void failsWithNothingToJudge() {
        assertThat(gate.holds(List.of(row("raw", MIB, 1)))).isFalse();
        assertThat(gate.describe(List.of())).contains("FAILED, no gather");
    }

    private static BenchRow row(String name, long shardBytes, double ratio) {
        BenchPath.Role role = switch (name) {
            case "staged" -> BenchPath.Role.STAGED;
            case "direct" -> BenchPath.Role.DIRECT;
            default -> BenchPath.Role.RAW;
        };
        BenchPath path = new BenchPath(name, role, null, null);
        BenchSize size = new BenchSize(shardBytes, DataType.UINT8, 2);
        return new BenchRow(size, path, Reason.FAST, name, null, null, ratio, ratio, Optional.empty());
    }
}
