package io.zerogather.harness.gather;

import io.zerogather.MemoryType;
import io.zerogather.Reason;
import io.zerogather.RouterStatus;
import io.zerogather.spi.FastPathCounters;
import java.util.List;
import java.util.Map;

/** Router states for tests. */
final class Plans {
    static final long LIMIT = 1000;
    static final long FLOOR = 64;

    private Plans() {}

    static RouterStatus fast() {
        return status(true, Reason.FAST, Map.of(), FastPathCounters.NONE);
    }

    static RouterStatus off() {
        return status(false, Reason.OFF, Map.of(), FastPathCounters.NONE);
    }

    static RouterStatus counted(Map<Reason, Long> gathers, long direct, long staged) {
        return status(true, Reason.FAST, gathers, new FastPathCounters(direct, staged, 0, 0, 0));
    }

    private static RouterStatus status(
            boolean active, Reason reason, Map<Reason, Long> gathers, FastPathCounters counters) {
        return new RouterStatus(
                active,
                "host",
                "gloo",
                "",
                MemoryType.HOST,
                reason,
                "",
                LIMIT,
                FLOOR,
                List.of(),
                gathers,
                counters,
                0,
                "");
    }
}
