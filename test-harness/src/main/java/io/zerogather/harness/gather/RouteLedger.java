package io.zerogather.harness.gather;

import io.zerogather.Reason;
import io.zerogather.RouterStatus;
import java.util.EnumMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Supplier;

/**
 * Compares the routes that gathers took, as the router counts them, with those that the plan promises. Thread-safe.
 */
public final class RouteLedger {
    private final Supplier<RouterStatus> status;
    private final RoutePolicy policy;
    private final RouterStatus before;
    private final Map<Reason, Long> expected = new EnumMap<>(Reason.class);
    private long expectedDirect;

    /**
     * Starts with what the router has counted so far.
     *
     * @param status reads the router's counters
     * @param policy what the plan promises
     */
    public RouteLedger(Supplier<RouterStatus> status, RoutePolicy policy) {
        this.status = status;
        this.policy = policy;
        this.before = status.get();
    }

    /**
     * Notes a gather that this rank submits.
     *
     * @param shape its form
     * @param groupSize how many ranks take part
     * @param world true if they are all ranks in rank order
     */
    synchronized void expect(GatherShape shape, int groupSize, boolean world) {
        Reason reason = policy.reason(shape, groupSize, world);
        expected.merge(reason, 1L, Long::sum);
        if (reason == Reason.FAST && policy.direct(shape)) {
            expectedDirect++;
        }
    }

    /**
     * Compares; call it when everything submitted has completed.
     *
     * @param findings gets what differs
     */
    public synchronized void settle(Findings findings) {
        RouterStatus now = status.get();
        Map<Reason, Long> counted = new EnumMap<>(Reason.class);
        for (Reason reason : Reason.values()) {
            long gathers = count(now, reason) - count(before, reason);
            if (gathers != 0) {
                counted.put(reason, gathers);
            }
        }
        if (!counted.equals(expected)) {
            findings.add("routes: the plan promises " + expected + ", the router counted " + counted);
        }
        long fast = expected.getOrDefault(Reason.FAST, 0L);
        compare(
                findings,
                "direct",
                expectedDirect,
                now.fastPath().direct() - before.fastPath().direct());
        compare(
                findings,
                "staged",
                fast - expectedDirect,
                now.fastPath().staged() - before.fastPath().staged());
        compare(findings, "failed", 0, now.failed() - before.failed());
    }

    /**
     * The counts for a row of the report.
     *
     * @return for example {@code [fast 4, fallback 2, direct 1]}
     */
    public synchronized String summary() {
        long fast = expected.getOrDefault(Reason.FAST, 0L);
        long empty = expected.getOrDefault(Reason.EMPTY, 0L);
        long local = expected.getOrDefault(Reason.SINGLE, 0L);
        long all = expected.values().stream().mapToLong(Long::longValue).sum();
        StringJoiner text = new StringJoiner(", ", "[", "]");
        text.add("fast " + fast).add("fallback " + (all - fast - empty - local));
        addUnlessZero(text, "direct ", expectedDirect);
        addUnlessZero(text, "local ", local);
        addUnlessZero(text, "empty ", empty);
        return text.toString();
    }

    private static void addUnlessZero(StringJoiner text, String name, long value) {
        if (value > 0) {
            text.add(name + value);
        }
    }

    private static void compare(Findings findings, String what, long expected, long counted) {
        if (expected != counted) {
            findings.add("routes: " + expected + " " + what + " gathers expected, " + counted + " counted");
        }
    }

    private static long count(RouterStatus status, Reason reason) {
        return status.gathers().getOrDefault(reason, 0L);
    }
}
