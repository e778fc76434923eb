package io.zerogather.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DataType;
import io.zerogather.MemoryType;
import io.zerogather.Reason;
import io.zerogather.agreement.Plan;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RouteDecisionTest {
    @ParameterizedTest(name = "limit {0}, floor {1}: {2} × {3} → {4}")
    @CsvSource({
        "1000, 0, 1, UINT8, FAST",
        "1000, 0, 1000, UINT8, FAST",
        "1000, 0, 1001, UINT8, LIMIT",
        "1000, 0, 1000, BFLOAT16, FAST",
        "1000, 0, 1000, FLOAT32, FAST",
        "1000, 0, 500, FLOAT64, FAST",
        "1000, 0, 501, FLOAT64, LIMIT",
        "1000, 0, 501, INT64, LIMIT",
        "1000, 0, 0, FLOAT64, EMPTY",
        "0, 0, 0, FLOAT32, EMPTY",
        "0, 0, 1, UINT8, LIMIT",
        "1000, 64, 63, INT8, FLOOR",
        "1000, 64, 64, INT8, FAST",
        "1000, 64, 16, FLOAT32, FAST",
        "1000, 64, 15, FLOAT32, FLOOR",
        "1000, 8000, 1000, FLOAT32, FLOOR",
        "1000, 0, 10, BOOL, DTYPE",
        "1000, 0, 0, BOOL, EMPTY",
        "1000, 0, 5000, UINT32, DTYPE",
        "2305843009213693951, 0, 2305843009213693951, FLOAT32, FAST",
        "2305843009213693951, 0, 1152921504606846975, FLOAT64, FAST",
        "2305843009213693951, 0, 1152921504606846976, FLOAT64, LIMIT",
        "2305843009213693951, 0, 9223372036854775807, INT8, LIMIT"
    })
    void decidesByTheAgreedLimits(long limit, long floor, long elements, DataType dtype, Reason expected) {
        RouteDecision decision = RouteDecision.forWorld(plan(Reason.FAST, limit, floor, false));

        assertThat(decision.reason(elements, dtype)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(DataType.class)
    void takesEveryTypeIfAllRanksAllowIt(DataType dtype) {
        assertThat(RouteDecision.forWorld(plan(Reason.FAST, 100, 0, true)).reason(10, dtype))
                .isEqualTo(Reason.FAST);
        assertThat(RouteDecision.forWorld(plan(Reason.FAST, 100, 0, false)).reason(10, dtype))
                .isEqualTo(dtype.isStandard() ? Reason.FAST : Reason.DTYPE);
    }

    @ParameterizedTest
    @EnumSource(
            value = Reason.class,
            names = {"OFF", "ENGINE", "SEVERAL_HOSTS", "MISSING_RANK", "SETTINGS", "SINGLE"})
    void alwaysGivesThePlansReason(Reason reason) {
        RouteDecision decision = RouteDecision.forWorld(plan(reason, 100, 0, false));

        assertThat(decision.reason(10, DataType.FLOAT32)).isEqualTo(reason);
        assertThat(decision.reason(1000, DataType.BOOL)).isEqualTo(reason);
        assertThat(decision.reason(0, DataType.FLOAT32)).isEqualTo(Reason.EMPTY);
    }

    @Test
    @DisplayName("sub-groups never take the fast path (W34)")
    void sendsSubGroupsToTheFallback() {
        assertThat(RouteDecision.forSubGroup(plan(Reason.FAST, 100, 0, false), 2)
                        .reason(10, DataType.INT8))
                .isEqualTo(Reason.GROUP);
        assertThat(RouteDecision.forSubGroup(plan(Reason.OFF, 100, 0, false), 2).reason(10, DataType.INT8))
                .isEqualTo(Reason.OFF);
        assertThat(RouteDecision.forSubGroup(plan(Reason.FAST, 100, 0, false), 1)
                        .reason(10, DataType.INT8))
                .isEqualTo(Reason.SINGLE);
    }

    private static Plan plan(Reason reason, long maxElements, long floorBytes, boolean extendedTypes) {
        return new Plan(
                reason,
                "",
                "",
                "",
                "",
                MemoryType.HOST,
                maxElements,
                floorBytes,
                Duration.ofSeconds(1),
                extendedTypes,
                true,
                true,
                true,
                false,
                List.of(),
                "");
    }
}
