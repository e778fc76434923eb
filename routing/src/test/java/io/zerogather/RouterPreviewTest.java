package io.zerogather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.PlanPreview.Candidate;
import io.zerogather.rendezvous.InProcessRendezvous;
import io.zerogather.tck.FakeDeviceRuntime;
import io.zerogather.tck.LoopbackDeviceFallback;
import io.zerogather.tck.RankThreads;
import io.zerogather.tck.RouterWorld;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RouterPreviewTest {
    private static final Map<String, String> ON = Map.of("DS_SDMA_ALLGATHER", "1");

    private final FakeDeviceRuntime runtime = FakeDeviceRuntime.of(2);

    @Test
    void showsThePlanOfRanksOfThisHostAndOpensNothing() {
        PlanPreview preview = builder(Router.builder()).environment(ON).preview(2);

        assertThat(preview.ranks()).isEqualTo(2);
        assertThat(preview.fallback()).isEqualTo("loopback-device");
        assertThat(preview.memory()).isEqualTo(MemoryType.DEVICE);
        assertThat(preview.fastPathActive()).isFalse();
        assertThat(preview.reason()).isEqualTo(Reason.ENGINE);
        assertThat(preview.detail()).startsWith("engine loopback-fast serves host memory");
        assertThat(preview.candidates())
                .containsExactly(
                        new Candidate(0, true, "loopback-fast", MemoryType.HOST, true, "", "", ""),
                        new Candidate(0, false, "loopback", MemoryType.HOST, true, "", "", ""),
                        gpu(0),
                        new Candidate(1, true, "loopback-fast", MemoryType.HOST, true, "", "", ""),
                        new Candidate(1, false, "loopback", MemoryType.HOST, true, "", "", ""),
                        gpu(1));
        assertThat(runtime.openStreams()).isZero();
    }

    @Test
    void showsWhyTheRanksOfThisHostCannotHaveADeviceEach() {
        PlanPreview preview = builder(Router.builder()).environment(ON).preview(3);

        assertThat(preview.fastPathActive()).isTrue();
        assertThat(preview.engine()).isEqualTo("loopback-fast");
        assertThat(preview.fallbackDetail())
                .isEqualTo(
                        "loopback-device: rank 2: this process sees 2 device(s) of fake, local rank 2 needs its own");
    }

    @Test
    @DisplayName("one rank copies locally, whatever it has")
    void showsThePlanOfASingleRank() {
        PlanPreview preview = builder(Router.builder()).environment(ON).preview(1);

        assertThat(preview.fastPathActive()).isFalse();
        assertThat(preview.reason()).isEqualTo(Reason.SINGLE);
        assertThat(preview.memory()).isEqualTo(MemoryType.HOST);
        assertThat(preview.candidates()).hasSize(3).contains(gpu(0));
        assertThat(builder(Router.builder())
                        .environment(ON)
                        .memory(MemoryType.DEVICE)
                        .preview(1)
                        .memory())
                .isEqualTo(MemoryType.DEVICE);
        assertThatThrownBy(() -> Router.builder().preview(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 ranks");
    }

    @Test
    void isEqualOnAllRanksOfAJobWhichCanStillOpen() {
        List<InProcessRendezvous> stores = InProcessRendezvous.create(2);
        List<PlanPreview> previews =
                RankThreads.run(2, rank -> job(stores, rank).preview(2));

        assertThat(previews.get(0)).isEqualTo(previews.get(1));
        assertThat(previews.get(0).reason()).isEqualTo(Reason.OFF);
        assertThat(previews.get(0).detail()).startsWith("rank 1 did not opt in");
        assertThat(previews.get(0).candidates())
                .filteredOn(Candidate::engine)
                .extracting(Candidate::rank)
                .containsExactly(0);
        RankThreads.run(2, rank -> {
            try (Router router = job(stores, rank).open()) {
                return router.status().planDetail();
            }
        });
    }

    private RouterBuilder job(List<InProcessRendezvous> stores, int rank) {
        return builder(RouterWorld.builder(stores.get(rank))).environment(rank == 0 ? ON : Map.of());
    }

    private RouterBuilder builder(RouterBuilder builder) {
        return builder.deviceRuntimes(List.of(runtime))
                .engines(List.of(TestEngine.create().opening(context -> {
                    throw new AssertionError("a preview opens nothing");
                })))
                .fallbacks(List.of(TestFallback.create(), new LoopbackDeviceFallback()));
    }

    private static Candidate gpu(int rank) {
        return new Candidate(
                rank, false, "loopback-device", MemoryType.DEVICE, true, "", "loopback", FakeDeviceRuntime.busId(rank));
    }
}
