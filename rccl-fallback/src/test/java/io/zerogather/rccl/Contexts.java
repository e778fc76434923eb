package io.zerogather.rccl;

import io.zerogather.HostStream;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.settings.Settings;
import io.zerogather.spi.GroupContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Groups as a router describes them to a backend. */
final class Contexts {
    private static final HostStream IDLE = HostStream.open("idle", true);

    private Contexts() {}

    /** WORLD of a rank that only opens it. */
    static GroupContext of(Rendezvous store, boolean singleHost, Duration openTimeout) {
        return of("world", world(store), store, singleHost, GlooRank.settings(openTimeout), openTimeout, IDLE);
    }

    static GroupContext of(
            String name,
            List<Integer> worldRanks,
            Rendezvous store,
            boolean singleHost,
            Settings settings,
            Duration openTimeout,
            HostStream stream) {
        return new GroupContext(
                name,
                store.rank(),
                worldRanks,
                store.rank(),
                Optional.empty(),
                singleHost,
                settings,
                store,
                Deadline.after(openTimeout),
                stream,
                Optional.empty(),
                new GlooReports());
    }

    static List<Integer> world(Rendezvous store) {
        return IntStream.range(0, store.worldSize()).boxed().toList();
    }
}
