package io.zerogather.rccl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks as processes, one of which is killed. The timeout is far beyond the patience of the tests. */
@RequiresGloo
@Tag("multi-process")
class GlooProcessTest {
    private static final String LARGE = "16000000";
    private static final String SMALL = "1000";

    @TempDir
    private Path folder;

    private List<RankProcess> ranks = List.of();

    @AfterEach
    void endAll() {
        ranks.forEach(RankProcess::close);
    }

    @RepeatedTest(2)
    void aRankKilledInAGatherFailsTheGathersOfTheOthers() throws Exception {
        ranks = RankProcess.startAll(3, folder, LARGE);
        for (RankProcess rank : ranks) {
            rank.awaitLine("gathered 3");
        }
        ranks.get(1).kill();
        assertFailed(ranks.get(0), "rank 1");
        assertFailed(ranks.get(2), "rank 1");
    }

    @Test
    void aRankKilledInAGatherOfTwoFailsTheOther() throws Exception {
        ranks = RankProcess.startAll(2, folder, LARGE);
        ranks.get(0).awaitLine("gathered 3");
        ranks.get(0).kill();
        assertFailed(ranks.get(1), "rank 0");
    }

    @Test
    void aRankKilledBetweenGathersFailsTheNextOfTheOthers() throws Exception {
        ranks = RankProcess.startAll(3, folder, SMALL, "stepping");
        for (RankProcess rank : ranks) {
            rank.step();
        }
        for (RankProcess rank : ranks) {
            rank.awaitLine("gathered 1");
        }
        ranks.get(2).kill();
        for (RankProcess survivor : ranks.subList(0, 2)) {
            survivor.step();
            assertFailed(survivor, "rank 2");
        }
    }

    private static void assertFailed(RankProcess survivor, String culprit) throws InterruptedException {
        assertThat(survivor.awaitLine("failed")).startsWith("failed FATAL").contains(culprit);
        assertThat(survivor.exitStatus()).isZero();
    }
}
