package io.zerogather.tck;

import io.zerogather.Router;
import io.zerogather.RouterBuilder;
import io.zerogather.rendezvous.InProcessRendezvous;
import io.zerogather.rendezvous.Rendezvous;
import java.util.List;
import java.util.Map;

/** The routers of one job whose ranks are threads. */
public final class RouterWorld implements AutoCloseable {
    private final List<Router> routers;

    private RouterWorld(List<Router> routers) {
        this.routers = routers;
    }

    /**
     * Opens the routers of all ranks together.
     *
     * @param ranks how many
     * @param environment their variables
     * @param providers what they gather with
     * @return the open world
     */
    public static RouterWorld open(int ranks, Map<String, String> environment, Providers providers) {
        return open(
                ranks,
                (rank, builder) -> builder.environment(environment)
                        .deviceRuntimes(providers.deviceRuntimes())
                        .engines(providers.engines())
                        .fallbacks(providers.fallbacks()));
    }

    /**
     * Opens routers that differ between the ranks.
     *
     * @param ranks how many
     * @param setup what each is opened with
     * @return the open world
     */
    public static RouterWorld open(int ranks, RankSetup setup) {
        List<InProcessRendezvous> stores = InProcessRendezvous.create(ranks);
        return new RouterWorld(RankThreads.run(
                ranks, rank -> setup.apply(rank, builder(stores.get(rank))).open()));
    }

    /**
     * What every rank of such a world is opened with: no GPU runtime, unless one is given.
     *
     * @param store the rank's store
     * @return a builder
     */
    public static RouterBuilder builder(Rendezvous store) {
        return Router.builder()
                .rendezvous(store)
                .localRank(store.rank())
                .deviceRuntimes(List.of())
                .localCopy(new RawCopy());
    }

    /** What one rank is opened with. */
    public interface RankSetup {
        /**
         * Completes a builder.
         *
         * @param rank whose
         * @param builder has the rank's store
         * @return the builder
         */
        RouterBuilder apply(int rank, RouterBuilder builder);
    }

    /**
     * The router of one rank.
     *
     * @param rank 0-based
     * @return its router
     */
    public Router router(int rank) {
        return routers.get(rank);
    }

    /**
     * Ranks.
     *
     * @return how many
     */
    public int size() {
        return routers.size();
    }

    /** What one rank does with its router. */
    public interface RouterAction {
        /**
         * Runs on the rank's thread.
         *
         * @param router the rank's router
         * @throws Exception if the rank fails
         */
        void run(Router router) throws Exception;
    }

    /**
     * Runs all ranks at once; a rank that fails fails the caller.
     *
     * @param action what each does
     */
    public void each(RouterAction action) {
        RankThreads.run(routers.size(), rank -> {
            action.run(routers.get(rank));
            return rank;
        });
    }

    /** Closes all routers at once. */
    @Override
    public void close() {
        each(Router::close);
    }
}
