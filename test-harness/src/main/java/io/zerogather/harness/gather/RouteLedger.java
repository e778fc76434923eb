package io.zerogather.harness.gather;

import io.zerogather.Reason;
import io.zerogather.RouterStatus;
import java.util.EnumMap;
import java.util.Map;
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
        Map<Reason, Long> counted = since(now);
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
     * What the router has counted since this ledger began, right or wrong.
     *
     * @return the counts
     */
    public RouteCounts counts() {
        RouterStatus now = status.get();
        Map<Reason, Long> counted = since(now);
        long fast = counted.getOrDefault(Reason.FAST, 0L);
        long empty = counted.getOrDefault(Reason.EMPTY, 0L);
        long local = counted.getOrDefault(Reason.SINGLE, 0L);
        long all = counted.values().stream().mapToLong(Long::longValue).sum();
        long direct = now.fastPath().direct() - before.fastPath().direct();
        return new RouteCounts(fast, all - fast - empty - local, direct, local, empty);
    }

    private Map<Reason, Long> since(RouterStatus now) {
        Map<Reason, Long> counted = new EnumMap<>(Reason.class);
        for (Reason reason : Reason.values()) {
            long gathers = count(now, reason) - count(before, reason);
            if (gathers != 0) {
                counted.put(reason, gathers);
            }
        }
        return counted;
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
