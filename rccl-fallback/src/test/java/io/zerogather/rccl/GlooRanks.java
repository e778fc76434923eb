package io.zerogather.rccl;

import io.zerogather.AllGatherException;
import io.zerogather.settings.Settings;
import io.zerogather.tck.RankThreads;
import java.util.List;

/** All ranks of a job, each run by a thread of its own. */
final class GlooRanks implements AutoCloseable {
    private List<GlooRank> ranks = List.of();

    /** Opens WORLD on all ranks together. */
    void open(int size, Settings settings) {
        ranks = GlooRank.openAll(size, settings);
    }

    /** One of them. */
    GlooRank get(int rank) {
        return ranks.get(rank);
    }

    /** What one rank does. */
    interface Action {
        void run(GlooRank rank) throws Exception;
    }

    /** What one rank does that must fail. */
    interface Failing {
        AllGatherException run(GlooRank rank) throws Exception;
    }

    /** Runs all ranks at once. */
    void each(Action action) {
        List<Integer> unused = RankThreads.run(ranks.size(), rank -> {
            action.run(ranks.get(rank));
            return rank;
        });
    }

    /** Runs all ranks at once; the failure of each, in rank order. */
    List<AllGatherException> failures(Failing action) {
        return RankThreads.run(ranks.size(), rank -> action.run(ranks.get(rank)));
    }

    @Override
    public void close() {
        ranks.forEach(GlooRank::close);
        ranks = List.of();
    }
}
