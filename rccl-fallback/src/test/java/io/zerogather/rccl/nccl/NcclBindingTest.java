package io.zerogather.rccl.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.zerogather.tck.RankThreads;
import java.lang.management.ManagementFactory;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The binding against the stub, on the fake CUDA: ranks are threads of this process. */
class NcclBindingTest {
    private final Stubs.Controls controls = Stubs.controls();
    private NcclLibrary library;

    @BeforeEach
    void open() {
        library = Stubs.open();
    }

    @AfterEach
    void everyCommunicatorHasEnded() {
        assertThat(controls.zg_stub_command("clear")).isZero();
        assertThat(controls.zg_stub_live()).isZero();
    }

    @Test
    void theIdArrivesByValueAndTheRankAsItWas() {
        byte[] id = library.uniqueId();
        assertThat(id).hasSize(128).contains(0);
        RankThreads.run(3, own -> {
            try (NcclRank rank = new NcclRank(3, id, own)) {
                assertThat(rank.joined()).isZero();
                assertThat(rank.rankOf(rank.comm())).isEqualTo(own);
                assertThat(rank.ranksOf(rank.comm())).isEqualTo(3);
                rank.end(rank.comm());
                return null;
            }
        });
    }

    @Test
    void anIdThatIsNotTheOneIsRefused() {
        byte[] id = library.uniqueId();
        id[77] ^= 1;
        FakeGpu.makeCurrent(0);
        NcclConfig config = NcclConfig.nonBlocking(library.versionCode());
        PendingComm refused = library.init(1, id, 0, config);
        assertThat(refused.code()).isEqualTo(NcclResult.INVALID_ARGUMENT);
        assertThat(refused.handle()).isZero();
        assertThat(refused.config()).isSameAs(config);
        assertThat(library.errorText(refused.code())).isEqualTo("ncclInvalidArgument (4): invalid argument");
        assertThat(library.lastError(0)).contains("damaged");
        assertThatThrownBy(() -> library.init(1, new byte[127], 0, config))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("127");
    }

    @Test
    void ranksGather() {
        byte[] id = library.uniqueId();
        RankThreads.run(2, own -> {
            try (NcclRank rank = new NcclRank(2, id, own)) {
                assertThat(rank.joined()).isZero();
                for (int bytes : new int[] {1, 4099, 700_001}) {
                    rank.gatherChecked(rank.comm(), 2, own, bytes);
                }
                rank.end(rank.comm());
                return null;
            }
        });
    }

    @Test
    void aSplitLeavesOutWhoHasNoColor() {
        byte[] id = library.uniqueId();
        RankThreads.run(3, own -> {
            try (NcclRank rank = new NcclRank(3, id, own)) {
                assertThat(rank.joined()).isZero();
                PendingSplit split = rank.split(own == 1 ? -1 : 0, -own);
                assertThat(split.code()).isEqualTo(NcclResult.IN_PROGRESS);
                assertThat(rank.awaitState(rank.comm())).isZero();
                long comm = split.complete();
                assertThat(comm == 0).isEqualTo(own == 1);
                if (comm != 0) {
                    int place = own == 2 ? 0 : 1;
                    assertThat(rank.rankOf(comm)).isEqualTo(place);
                    rank.gatherChecked(comm, 2, place, 1000);
                    rank.end(comm);
                }
                rank.end(rank.comm());
                return split.config();
            }
        });
    }

    @Test
    void anAbortLetsGoWhatAPeerHolds() {
        assertThat(controls.zg_stub_command("allgather:1:hang")).isZero();
        byte[] id = library.uniqueId();
        RankThreads.run(2, own -> {
            try (NcclRank rank = new NcclRank(2, id, own)) {
                assertThat(rank.joined()).isZero();
                long output = rank.gpu().allocate(16);
                assertThat(rank.gather(rank.comm(), output + 8L * own, output, 8))
                        .isZero();
                assertThat(rank.gpu().isIdle()).isFalse();
                assertThat(rank.abort()).isZero();
                rank.gpu().synchronize();
                rank.gpu().free(output);
                return null;
            }
        });
    }

    @Test
    void theStateTellsWhatTheLibraryFound() {
        byte[] id = library.uniqueId();
        RankThreads.run(1, own -> {
            try (NcclRank rank = new NcclRank(1, id, own)) {
                assertThat(rank.joined()).isZero();
                assertThat(controls.zg_stub_command("async:0:error=6")).isZero();
                assertThat(library.asyncError(rank.comm())).isEqualTo(NcclResult.REMOTE_ERROR);
                assertThat(rank.abort()).isZero();
                assertThat(library.asyncError(rank.comm())).isEqualTo(NcclResult.INVALID_ARGUMENT);
                return null;
            }
        });
    }

    @Test
    void oneDeviceForTwoRanksIsRefused() {
        byte[] id = library.uniqueId();
        RankThreads.run(2, own -> {
            try (NcclRank rank = new NcclRank(2, id, own, 0)) {
                assertThat(rank.joined()).isEqualTo(NcclResult.INVALID_USAGE);
                assertThat(library.lastError(rank.comm())).contains("Duplicate GPU detected");
                return rank.abort();
            }
        });
    }

    @Test
    void theDataPathAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] id = library.uniqueId();
        RankThreads.run(1, own -> {
            try (NcclRank rank = new NcclRank(1, id, own)) {
                assertThat(rank.joined()).isZero();
                call(rank.comm());
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 1000; i++) {
                    call(rank.comm());
                }
                // Less than one object per call; the JVM itself takes a little at times.
                assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(16_000);
                rank.end(rank.comm());
                return null;
            }
        });
    }

    /** A gather of nothing takes the whole way through the binding. */
    private void call(long comm) {
        library.allGather(0, 0, 0, 1, comm, 0);
        library.asyncError(comm);
    }

    @Test
    void thereIsOneLibraryOnly() {
        assertThat(Stubs.open()).isSameAs(library);
        assertThat(library.flavour()).isEqualTo(Flavour.NCCL);
        assertThat(library.path()).isEqualTo(Stubs.NCCL);
        assertThat(library.versionText()).isEqualTo("2.28.9");
        assertThat(library.compatibility()).isEqualTo("NCCL 2.28");
        assertThat(library.describe()).isEqualTo("NCCL 2.28.9 at " + Stubs.NCCL + " (DS_SDMA_ALLGATHER_LIBRARY)");
        assertThatThrownBy(() -> NcclLibrary.open(Flavour.RCCL, Searches.forFile(Stubs.RCCL)))
                .isInstanceOf(NcclLibraryException.class)
                .hasMessageContaining("RCCL cannot be used")
                .hasMessageContaining(Stubs.NCCL.toString());
        assertThat(Set.of(Flavour.NCCL.runtime(), Flavour.RCCL.runtime())).containsExactlyInAnyOrder("cuda", "hip");
    }
}
