package io.zerogather.rccl.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.rccl.RankProcess;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks as processes over the stub of NCCL and the fake of CUDA, one of which fails in every way that can be had. */
@Tag("multi-process")
class NcclProcessTest {
    private static final String LARGE = "3000000";
    private static final String SMALL = "1000";

    @TempDir
    private Path folder;

    private List<RankProcess> ranks = List.of();

    @AfterEach
    void endAll() {
        ranks.forEach(RankProcess::close);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void ranksGather(int size) throws Exception {
        start(size, LARGE, rank -> Map.of());
        for (RankProcess rank : ranks) {
            assertThat(rank.awaitLine("open")).isEqualTo("open nccl");
            rank.awaitLine("gathered 3");
        }
    }

    @Test
    void ranksGatherOverRccl() throws Exception {
        start(
                2,
                LARGE,
                rank -> Map.of(
                        "DS_SDMA_ALLGATHER_GPU_LIBRARY",
                        Fakes.hip().toString(),
                        "DS_SDMA_ALLGATHER_LIBRARY",
                        Fakes.rccl().toString(),
                        "ZG_STUB_GPU_LIBRARY",
                        Fakes.hip().toString()));
        for (RankProcess rank : ranks) {
            assertThat(rank.awaitLine("open")).isEqualTo("open rccl");
            rank.awaitLine("gathered 3");
        }
    }

    @Test
    void aRankKilledInAGatherFailsTheGathersOfTheOthers() throws Exception {
        start(3, LARGE, rank -> Map.of());
        for (RankProcess rank : ranks) {
            rank.awaitLine("gathered 3");
        }
        ranks.get(1).kill();
        assertFailed(ranks.get(0), "rank 1 ended while");
        assertFailed(ranks.get(2), "rank 1 ended while");
    }

    @Test
    void aRankKilledBetweenGathersFailsTheNextOfTheOthers() throws Exception {
        start(2, SMALL, rank -> Map.of(), "stepping");
        for (RankProcess rank : ranks) {
            rank.step();
        }
        for (RankProcess rank : ranks) {
            rank.awaitLine("gathered 1");
        }
        ranks.get(1).kill();
        ranks.get(0).step();
        assertFailed(ranks.get(0), "rank 1 ended while");
    }

    @Test
    void aRankKilledWhileJoiningFailsTheOpeningOfTheOthers() throws Exception {
        start(
                2,
                SMALL,
                rank -> rank == 1
                        ? Map.of(
                                "ZG_STUB_FAULT",
                                "init:1:hang",
                                "JAVA_TOOL_OPTIONS",
                                "-Dorg.slf4j.simpleLogger.log.io.zerogather.rccl.communicator=debug")
                        : Map.of());
        ranks.get(1).awaitLine("[main] DEBUG io.zerogather.rccl.communicator.CommunicatorOpening - joining");
        ranks.get(1).kill();
        assertThat(ranks.get(0).awaitLine("refused")).contains("rank 1 ended while joining");
    }

    @Test
    void aRankThatNeverJoinsFailsTheOpeningOfAll() throws Exception {
        start(
                2,
                SMALL,
                rank -> rank == 1
                        ? Map.of("ZG_STUB_FAULT", "init:1:hang", "DS_SDMA_ALLGATHER_OPEN_TIMEOUT", "3")
                        : Map.of("DS_SDMA_ALLGATHER_OPEN_TIMEOUT", "3"));
        for (RankProcess rank : ranks) {
            assertThat(rank.awaitLine("refused")).contains("DS_SDMA_ALLGATHER_OPEN_TIMEOUT");
        }
    }

    @Test
    void anErrorThatTheLibraryReportsLaterEndsTheGroupOnAllRanks() throws Exception {
        fails("allgather@3:1:error=6", "rank 1: the library reports ncclRemoteError");
    }

    @Test
    void anErrorOfACallEndsTheGroupOnAllRanks() throws Exception {
        fails("enqueue@2:1:error=3", "could not be queued: ncclInternalError");
    }

    @Test
    void aGatherThatNeverEndsFailsOnAllRanksAtTheDeadline() throws Exception {
        fails("allgather@2:1:hang", "did not complete within 2000 ms");
    }

    @Test
    void aCallThatNeverReturnsFailsTheOthersAtTheDeadline() throws Exception {
        start(2, SMALL, rank -> rank == 1 ? Map.of("ZG_STUB_FAULT", "enqueue@2:1:hang") : Map.of());
        assertFailed(ranks.get(0), "rank ");
    }

    @Test
    void anAbortThatHangsDoesNotKeepTheFailureBack() throws Exception {
        start(2, SMALL, rank -> rank == 1 ? Map.of("ZG_STUB_FAULT", "allgather@3:1:error=6;abort:1:hang") : Map.of());
        assertFailed(ranks.get(0), "ncclRemoteError");
        assertFailed(ranks.get(1), "ncclRemoteError");
    }

    @Test
    void aCallInProgressIsWaitedFor() throws Exception {
        start(2, SMALL, rank -> Map.of("ZG_STUB_FAULT", "enqueue:*:progress;allgather:1:delay=5"));
        for (RankProcess rank : ranks) {
            rank.awaitLine("gathered 3");
        }
    }

    @Test
    void libraryVersionsThatDifferAreRefusedByAll() throws Exception {
        start(2, SMALL, rank -> Map.of("ZG_STUB_NCCL_VERSION", rank == 0 ? "22809" : "22703"));
        for (RankProcess rank : ranks) {
            assertThat(rank.awaitLine("refused")).contains("2.28", "2.27");
        }
    }

    @Test
    void oneDeviceForTwoRanksIsRefusedByAll() throws Exception {
        start(2, SMALL, rank -> Map.of("ZG_FAKE_DEVICES", "1"));
        for (RankProcess rank : ranks) {
            assertThat(rank.awaitLine("refused")).contains("ranks 0, 1 of one host", "one device");
        }
    }

    private void fails(String fault, String words) throws Exception {
        start(2, SMALL, rank -> rank == 1 ? Map.of("ZG_STUB_FAULT", fault) : Map.of());
        for (RankProcess rank : ranks) {
            assertFailed(rank, words);
        }
    }

    private void start(int size, String elements, IntFunction<Map<String, String>> more, String... arguments)
            throws Exception {
        IntFunction<Map<String, String>> environment = rank -> {
            Map<String, String> variables = new HashMap<>(Map.of(
                    "DS_SDMA_ALLGATHER_GPU_LIBRARY",
                    Fakes.cuda().toString(),
                    "DS_SDMA_ALLGATHER_LIBRARY",
                    Fakes.nccl().toString(),
                    "ZG_STUB_GPU_LIBRARY",
                    Fakes.cuda().toString(),
                    "DS_SDMA_ALLGATHER_TIMEOUT",
                    "2"));
            variables.putAll(more.apply(rank));
            return variables;
        };
        String[] all = new String[arguments.length + 1];
        all[0] = elements;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        ranks = RankProcess.startAll(GpuRankMain.class, size, folder, environment, all);
    }

    private static void assertFailed(RankProcess survivor, String words) {
        assertThat(survivor.awaitLine("failed")).startsWith("failed FATAL").contains(words);
    }
}
