package io.zerogather.harness.bench;

import io.zerogather.Router;
import io.zerogather.RouterStatus;
import io.zerogather.harness.memory.MemoryKind;
import io.zerogather.harness.rank.RankSession;
import java.util.ArrayList;
import java.util.List;

/** The routers that are compared, all open at the same time in every rank. */
final class BenchRouters implements AutoCloseable {
    private final Router chosen;
    private final Router fallback;
    private final Router raw;

    private BenchRouters(Router chosen, Router fallback, Router raw) {
        this.chosen = chosen;
        this.fallback = fallback;
        this.raw = raw;
    }

    /**
     * Opens them. Collective.
     *
     * @param session this rank's place in the job
     * @return the open routers
     */
    static BenchRouters open(RankSession session) {
        List<Router> opened = new ArrayList<>();
        try {
            opened.add(session.openRouter(session.settings()));
            opened.add(session.openRouter(SettingsVariants.fallback(session.settings())));
            opened.add(session.openRouter(SettingsVariants.raw(session.settings())));
            return new BenchRouters(opened.get(0), opened.get(1), opened.get(2));
        } catch (RuntimeException e) {
            opened.forEach(Router::close);
            throw e;
        }
    }

    /** The router as the environment asks for it. */
    Router chosen() {
        return chosen;
    }

    List<Router> all() {
        return List.of(chosen, fallback, raw);
    }

    /** The ways to compare; the fast ones only if the plan has them. */
    List<BenchPath> paths() {
        RouterStatus plan = chosen.status();
        List<BenchPath> paths = new ArrayList<>();
        if (plan.fastPathActive()) {
            paths.add(new BenchPath("staged", BenchPath.Role.STAGED, chosen, MemoryKind.ORDINARY));
            paths.add(new BenchPath("direct", BenchPath.Role.DIRECT, chosen, MemoryKind.POOL));
        }
        paths.add(new BenchPath(plan.fallback(), BenchPath.Role.FALLBACK, fallback, MemoryKind.ORDINARY));
        paths.add(new BenchPath(plan.fallback() + "-raw", BenchPath.Role.RAW, raw, MemoryKind.ORDINARY));
        return paths;
    }

    @Override
    public void close() {
        raw.close();
        fallback.close();
        chosen.close();
    }
}
