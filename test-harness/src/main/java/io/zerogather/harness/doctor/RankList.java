package io.zerogather.harness.doctor;

import java.util.ArrayList;
import java.util.List;

/** Ranks in words. */
final class RankList {
    private RankList() {}

    /**
     * Names ranks.
     *
     * @param ranks ascending, at least one
     * @param worldSize how many there are
     * @return for example {@code rank 2}, {@code ranks 0-3, 6} or {@code all ranks}
     */
    static String of(List<Integer> ranks, int worldSize) {
        if (ranks.size() == worldSize) {
            return "all ranks";
        }
        List<String> runs = new ArrayList<>();
        int start = ranks.get(0);
        int end = start;
        for (int rank : ranks.subList(1, ranks.size())) {
            if (rank > end + 1) {
                runs.add(run(start, end));
                start = rank;
            }
            end = rank;
        }
        runs.add(run(start, end));
        return (ranks.size() == 1 ? "rank " : "ranks ") + String.join(", ", runs);
    }

    private static String run(int start, int end) {
        return start == end ? Integer.toString(start) : start + "-" + end;
    }
}
