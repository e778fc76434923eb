package io.zerogather.harness.gather;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DataType;
import io.zerogather.Reason;
import io.zerogather.RouterStatus;
import io.zerogather.harness.memory.MemoryKind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RouteLedgerTest {
    private static final GatherShape STAGED = GatherShape.of(DataType.FLOAT32, 100);
    private static final GatherShape DIRECT = STAGED.in(MemoryKind.POOL, MemoryKind.POOL);

    private RouterStatus status = Plans.counted(Map.of(Reason.FAST, 10L), 4, 6);
    private final RouteLedger ledger = new RouteLedger(() -> status, new RoutePolicy(Plans.fast(), false));
    private final Findings findings = new Findings(2);

    @Test
    void isSettledWhenTheRouterCountedThePromisedRoutes() {
        ledger.expect(STAGED, 2, true);
        ledger.expect(DIRECT, 2, true);
        ledger.expect(STAGED, 2, false);
        ledger.expect(GatherShape.of(DataType.FLOAT32, 0), 2, true);
        status = Plans.counted(Map.of(Reason.FAST, 12L, Reason.GROUP, 1L, Reason.EMPTY, 1L), 5, 7);

        ledger.settle(findings);

        assertThat(findings.isEmpty()).isTrue();
        assertThat(ledger.counts()).hasToString("[fast 2, fallback 1, direct 1, empty 1]");
    }

    @Test
    void findsGathersThatTookAnotherRoute() {
        ledger.expect(STAGED, 2, true);
        status = Plans.counted(Map.of(Reason.FAST, 10L, Reason.LEAVE, 1L), 4, 6);

        ledger.settle(findings);

        assertThat(findings.lines())
                .contains("  [rank 2] FAIL: routes: the plan promises {FAST=1}, the router counted {LEAVE=1}")
                .contains("  [rank 2] FAIL: routes: 1 staged gathers expected, 0 counted");
        assertThat(ledger.counts())
                .as("what was counted, not what was promised")
                .hasToString("[fast 0, fallback 1]");
    }

    @Test
    void findsStagedGathersThatShouldHaveGoneDirect() {
        ledger.expect(DIRECT, 2, true);
        status = Plans.counted(Map.of(Reason.FAST, 11L), 4, 7);

        ledger.settle(findings);

        assertThat(findings.lines())
                .containsExactly(
                        "  [rank 2] FAIL: routes: 1 direct gathers expected, 0 counted",
                        "  [rank 2] FAIL: routes: 0 staged gathers expected, 1 counted");
    }

    @Test
    void findsGathersThatNobodySubmitted() {
        status = Plans.counted(Map.of(Reason.FAST, 11L), 4, 7);

        ledger.settle(findings);

        assertThat(findings.isEmpty()).isFalse();
    }
}
