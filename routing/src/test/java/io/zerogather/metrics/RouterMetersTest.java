package io.zerogather.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.zerogather.DataType;
import io.zerogather.Reason;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RouterMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final GatherCounters counters = new GatherCounters();
    private final RouterMeters meters = new RouterMeters(registry, counters, new ServedBy("host", "gloo"), Reason.FAST);

    @Test
    void countsByBackendEngineReasonAndType() {
        counters.submitted(Reason.FAST, DataType.BFLOAT16, 100, 10);
        counters.submitted(Reason.FAST, DataType.BFLOAT16, 100, 20);
        counters.submitted(Reason.LIMIT, DataType.FLOAT32, 7, 30);
        counters.submitted(Reason.EMPTY, DataType.FLOAT32, 0, 0);

        assertThat(gathers("fast-path", "host", "fast", "bfloat16")).isEqualTo(2);
        assertThat(gathers("fallback", "gloo", "limit", "float32")).isEqualTo(1);
        assertThat(gathers("none", "none", "empty", "float32")).isEqualTo(1);
        assertThat(registry.get("zerogather.bytes")
                        .tag("reason", "fast")
                        .functionCounter()
                        .count())
                .isEqualTo(200);
        FunctionTimer enqueue = registry.get("zerogather.enqueue").functionTimer();
        assertThat(enqueue.count()).isEqualTo(4);
        assertThat(enqueue.totalTime(TimeUnit.NANOSECONDS)).isCloseTo(60, within(1e-6));
    }

    @Test
    void countsARedirectedGatherAsTheFallbacks() {
        counters.submitted(Reason.FAST, DataType.INT8, 100, 0);
        counters.submitted(Reason.FAST, DataType.INT8, 100, 0);
        counters.redirected(Reason.CAPTURE, DataType.INT8, 100);

        assertThat(gathers("fast-path", "host", "fast", "int8")).isEqualTo(1);
        assertThat(gathers("fallback", "gloo", "capture", "int8")).isEqualTo(1);
        assertThat(counters.gathersByReason()).isEqualTo(Map.of(Reason.FAST, 1L, Reason.CAPTURE, 1L));
        assertThat(counters.bytes(Reason.CAPTURE, DataType.INT8)).isEqualTo(100);
        assertThat(counters.bytes(Reason.FAST, DataType.INT8)).isEqualTo(100);
    }

    @Test
    void neverTakesACountBack() {
        counters.submitted(Reason.FAST, DataType.INT8, 100, 0);
        assertThat(gathers("fast-path", "host", "fast", "int8")).isEqualTo(1);

        counters.redirected(Reason.LEAVE, DataType.INT8, 100);
        assertThat(gathers("fast-path", "host", "fast", "int8")).isEqualTo(1);

        counters.submitted(Reason.FAST, DataType.INT8, 100, 0);
        counters.submitted(Reason.FAST, DataType.INT8, 100, 0);
        assertThat(gathers("fast-path", "host", "fast", "int8")).isEqualTo(2);
    }

    @Test
    void showsThePlanFailuresAndDurations() {
        counters.failed();
        meters.completed(Reason.FAST, 1500);
        meters.completed(Reason.GROUP, 2500);

        assertThat(registry.get("zerogather.plan")
                        .tags("engine", "host", "reason", "fast")
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(registry.get("zerogather.failed").functionCounter().count()).isEqualTo(1);
        assertThat(registry.get("zerogather.duration")
                        .tags("backend", "fast-path", "engine", "host")
                        .timer()
                        .totalTime(TimeUnit.NANOSECONDS))
                .isEqualTo(1500);
        assertThat(registry.get("zerogather.duration")
                        .tags("backend", "fallback", "engine", "gloo")
                        .timer()
                        .totalTime(TimeUnit.NANOSECONDS))
                .isEqualTo(2500);
    }

    @Test
    void leavesTheRegistryEmptyWhenClosed() {
        counters.submitted(Reason.FAST, DataType.BFLOAT16, 100, 10);
        meters.close();

        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void showsAPlanWithoutFastPath() {
        SimpleMeterRegistry own = new SimpleMeterRegistry();
        RouterMeters off = new RouterMeters(own, new GatherCounters(), new ServedBy("", "gloo"), Reason.OFF);

        assertThat(own.get("zerogather.plan")
                        .tags("engine", "gloo", "reason", "off")
                        .gauge()
                        .value())
                .isZero();
        off.close();
    }

    private double gathers(String backend, String engine, String reason, String dtype) {
        return registry.get("zerogather.gathers")
                .tags("backend", backend, "engine", engine, "reason", reason, "dtype", dtype)
                .functionCounter()
                .count();
    }
}
