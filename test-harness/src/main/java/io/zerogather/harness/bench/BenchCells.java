package io.zerogather.harness.bench;

import io.zerogather.Reason;
import io.zerogather.Router;
import io.zerogather.harness.gather.Findings;
import io.zerogather.harness.gather.GatherShape;
import io.zerogather.harness.gather.RouteLedger;
import io.zerogather.harness.gather.RoutePolicy;
import io.zerogather.harness.gather.VerifiedGather;
import io.zerogather.harness.memory.GuardedBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The cells of one size, and the routes that their gathers must take. */
final class BenchCells {
    private final List<BenchCell> cells = new ArrayList<>();
    private final Map<Router, RouteLedger> ledgers = new HashMap<>();
    private final BatchClocks clocks;
    private final Map<BenchPath, Reason> routes = new HashMap<>();

    private BenchCells(BatchClocks clocks) {
        this.clocks = clocks;
    }

    /**
     * Builds the cells of one size.
     *
     * @param paths what to compare
     * @param size what to gather
     * @param memory where
     * @param extendedTypes whether the ranks agreed on more element types
     * @param clocks measure their batches
     * @return every path out of place, then every path in place
     */
    static BenchCells of(
            List<BenchPath> paths, BenchSize size, BenchMemory memory, boolean extendedTypes, BatchClocks clocks) {
        BenchCells built = new BenchCells(clocks);
        for (boolean inPlace : new boolean[] {false, true}) {
            for (BenchPath path : paths) {
                built.add(path, inPlace, size, memory, extendedTypes);
            }
        }
        return built;
    }

    List<BenchCell> all() {
        return cells;
    }

    /** Why a path's gathers go where they go. */
    Reason route(BenchPath path) {
        Reason route = routes.get(path);
        if (route == null) {
            throw new IllegalArgumentException("No cell of the path " + path.name());
        }
        return route;
    }

    /** Compares the routes that were taken with those that the plans promise. */
    void settleRoutes(Findings findings) {
        ledgers.values().forEach(ledger -> ledger.settle(findings));
    }

    private void add(BenchPath path, boolean inPlace, BenchSize size, BenchMemory memory, boolean extendedTypes) {
        Router router = path.router();
        GatherShape outOfPlace = GatherShape.of(size.dtype(), size.elements()).in(path.memory(), path.memory());
        GatherShape shape = inPlace ? outOfPlace.atPlace() : outOfPlace;
        RoutePolicy policy = new RoutePolicy(router.status(), extendedTypes);
        RouteLedger ledger = ledgers.computeIfAbsent(router, unused -> new RouteLedger(router::status, policy));
        routes.put(path, policy.reason(shape, size.ranks(), true));
        GuardedBuffer output = memory.output(path.memory(), size.outputBytes());
        GuardedBuffer shard = inPlace ? null : memory.shard(path.memory(), size.shardBytes());
        VerifiedGather gather = new VerifiedGather(router, ledger, router.world(), shape, cells.size(), output, shard);
        cells.add(
                new BenchCell(path, inPlace, gather, new Findings(router.world().rank()), clocks.of(router)));
    }
}
