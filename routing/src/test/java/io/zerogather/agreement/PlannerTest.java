package io.zerogather.agreement;

import static io.zerogather.agreement.ProposalBuilder.proposal;
import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.HostIdentity;
import io.zerogather.MemoryType;
import io.zerogather.Reason;
import io.zerogather.spi.Availability;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlannerTest {
    @Test
    void takesTheFastPathIfEveryRankCan() {
        Plan plan = plan(proposal(), proposal(), proposal());

        assertThat(plan.fastPath()).isTrue();
        assertThat(plan.engine()).isEqualTo("host");
        assertThat(plan.fallback()).isEqualTo("gloo");
        assertThat(plan.maxElements()).isEqualTo(67_108_864);
        assertThat(plan.singleHost()).isTrue();
        assertThat(plan.differences()).isEmpty();
        assertThat(plan.failure()).isEmpty();
    }

    @Test
    void namesRanksThatDidNotOptIn() {
        Plan plan = plan(proposal(), proposal().with("DS_SDMA_ALLGATHER", "0"), proposal());

        assertThat(plan.reason()).isEqualTo(Reason.OFF);
        assertThat(plan.detail()).startsWith("rank 1 did not opt in");
        assertThat(plan.wanted()).isTrue();
        assertThat(plan.engine()).isEmpty();
        assertThat(plan.fallback()).isEqualTo("gloo");
        assertThat(plan.failure()).isEmpty();
    }

    @Test
    void isQuietIfNobodyOptedIn() {
        Plan plan = plan(proposal().with("DS_SDMA_ALLGATHER", "0"), proposal().with("DS_SDMA_ALLGATHER", "2"));

        assertThat(plan.reason()).isEqualTo(Reason.OFF);
        assertThat(plan.detail()).startsWith("no rank opted in");
        assertThat(plan.wanted()).isFalse();
    }

    @Test
    void takesTheSmallestLimitAndNamesTheRanksThatDiffer() {
        Plan plan = plan(proposal(), proposal().with("DS_SDMA_ALLGATHER_MAX_NUMEL", "1000"), proposal());

        assertThat(plan.fastPath()).isTrue();
        assertThat(plan.maxElements()).isEqualTo(1000);
        assertThat(plan.differences())
                .containsExactly("DS_SDMA_ALLGATHER_MAX_NUMEL differs: 67108864 on ranks 0, 2, 1000 on rank 1;"
                        + " the smallest counts");
    }

    @Test
    void settlesEveryOtherDifference() {
        Plan plan = plan(
                proposal()
                        .with("DS_SDMA_ALLGATHER_FLOOR", "64")
                        .with("DS_SDMA_ALLGATHER_TIMEOUT", "5")
                        .with("DS_SDMA_ALLGATHER_GUARD", "0"),
                proposal().with("DS_SDMA_ALLGATHER_EXTENDED_DTYPES", "1").with("DS_SDMA_ALLGATHER_TIMEOUT", "7"));

        assertThat(plan.fastPath()).isTrue();
        assertThat(plan.floorBytes()).isEqualTo(64);
        assertThat(plan.timeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(plan.extendedTypes()).isFalse();
        assertThat(plan.guarded()).isTrue();
        assertThat(plan.differences()).hasSize(4).allMatch(line -> line.contains("rank 0") && line.contains("rank 1"));
    }

    @Test
    void allowsExtendedTypesIfEveryRankDoes() {
        Plan plan = plan(
                proposal().with("DS_SDMA_ALLGATHER_EXTENDED_DTYPES", "1"),
                proposal().with("DS_SDMA_ALLGATHER_EXTENDED_DTYPES", "on"));

        assertThat(plan.extendedTypes()).isTrue();
        assertThat(plan.differences()).isEmpty();
    }

    @Test
    void refusesLimitsThatNoMemoryCanHold() {
        Plan plan = plan(proposal(), proposal().with("DS_SDMA_ALLGATHER_MAX_NUMEL", "9223372036854775808"));

        assertThat(plan.reason()).isEqualTo(Reason.SETTINGS);
        assertThat(plan.detail()).startsWith("rank 1: DS_SDMA_ALLGATHER_MAX_NUMEL is 9223372036854775807");
    }

    @Test
    void refusesSeveralHosts() {
        Plan plan = plan(proposal(), proposal().host(new HostIdentity("other", "pid", "user", "1000")), proposal());

        assertThat(plan.reason()).isEqualTo(Reason.SEVERAL_HOSTS);
        assertThat(plan.detail()).isEqualTo("2 hosts: ranks 0, 2 and rank 1 have kernels with boot ids boot and other");
        assertThat(plan.singleHost()).isFalse();
    }

    @Test
    void takesContainersAndUsersForHosts() {
        assertThat(plan(proposal(), proposal().host(new HostIdentity("boot", "other", "user", "1000")))
                        .detail())
                .contains("process namespaces pid and other");
        assertThat(plan(proposal(), proposal().host(new HostIdentity("boot", "pid", "other", "1000")))
                        .detail())
                .contains("user namespaces user and other");
        assertThat(plan(proposal(), proposal().host(new HostIdentity("boot", "pid", "user", "0")))
                        .detail())
                .contains("user ids 1000 and 0");
    }

    @Test
    void refusesDifferentVersions() {
        Plan plan = plan(proposal(), proposal().version("2"));

        assertThat(plan.reason()).isEqualTo(Reason.SETTINGS);
        assertThat(plan.detail()).contains("1 on rank 0, 2 on rank 1");
    }

    @Test
    void namesTheRankWhoseProbeFailed() {
        Plan plan = plan(proposal(), proposal().engine("host", 0, "no memfd_create"));

        assertThat(plan.reason()).isEqualTo(Reason.ENGINE);
        assertThat(plan.detail()).isEqualTo("host: rank 1: no memfd_create");
    }

    @Test
    void namesTheRankThatLacksAnEngine() {
        Plan plan = plan(proposal().engine("cuda", 0), proposal().engine("host", 0));

        assertThat(plan.detail())
                .isEqualTo("cuda: rank 1: no such engine on the class path, which has host;"
                        + " host: rank 0: no such engine on the class path, which has cuda");
    }

    @Test
    void prefersTheBestEngineThatEveryRankHas() {
        assertThat(plan(
                                proposal().engine("host", 0).engine("cuda", 10).engine("hip", 5),
                                proposal()
                                        .engine("cuda", 10, "no device")
                                        .engine("hip", 5)
                                        .engine("host", 0))
                        .engine())
                .isEqualTo("hip");
    }

    @Test
    void obeysANamedEngine() {
        assertThat(plan(
                                proposal().engine("host", 0).engine("cuda", 10),
                                proposal()
                                        .engine("host", 0)
                                        .engine("cuda", 10)
                                        .with("DS_SDMA_ALLGATHER_ENGINE", "host"))
                        .engine())
                .isEqualTo("host");
    }

    @Test
    void refusesAnEngineThatNobodyKnows() {
        Plan plan = plan(proposal().with("DS_SDMA_ALLGATHER_ENGINE", "warp"), proposal());

        assertThat(plan.reason()).isEqualTo(Reason.ENGINE);
        assertThat(plan.detail()).isEqualTo("warp: rank 0: no such engine on the class path, which has host");
    }

    @Test
    void refusesRanksThatNameDifferentEngines() {
        Plan plan = plan(
                proposal().with("DS_SDMA_ALLGATHER_ENGINE", "host"),
                proposal().with("DS_SDMA_ALLGATHER_ENGINE", "cuda"));

        assertThat(plan.reason()).isEqualTo(Reason.SETTINGS);
        assertThat(plan.detail()).isEqualTo("DS_SDMA_ALLGATHER_ENGINE differs: host on rank 0, cuda on rank 1");
    }

    @Test
    void failsIfNoFallbackCanStartEverywhere() {
        Plan plan = plan(proposal(), proposal().fallback("gloo", 0, "libzerogather_gloo.so is missing"));

        assertThat(plan.failure()).contains("gloo: rank 1: libzerogather_gloo.so is missing");
    }

    @Test
    void failsIfRanksNameDifferentFallbacks() {
        Plan plan = plan(
                proposal().with("DS_SDMA_ALLGATHER_FALLBACK", "gloo"),
                proposal().with("DS_SDMA_ALLGATHER_FALLBACK", "rccl"));

        assertThat(plan.failure()).contains("DS_SDMA_ALLGATHER_FALLBACK differs: gloo on rank 0, rccl on rank 1");
    }

    @Test
    void failsEveryRankIfOneInsistsAndThePlanIsTheFallback() {
        Plan plan = plan(
                proposal(),
                proposal().with("DS_SDMA_ALLGATHER", "0"),
                proposal().with("DS_SDMA_ALLGATHER_REQUIRE", "1"));

        assertThat(plan.failure()).contains("DS_SDMA_ALLGATHER_REQUIRE", "rank 1 did not opt in");
    }

    @Test
    void failsAnInsistingRankIfTheEngineCannotOpen() {
        Plan plan = plan(proposal(), proposal().with("DS_SDMA_ALLGATHER_REQUIRE", "1"));

        assertThat(plan.failure()).isEmpty();
        assertThat(plan.withoutEngine("rank 0: broken").failure()).contains("rank 0: broken");
    }

    @Test
    void sendsEverythingToTheFallbackAfterAnEngineThatCannotOpen() {
        Plan plan = plan(proposal(), proposal()).withoutEngine("rank 0: broken");

        assertThat(plan.reason()).isEqualTo(Reason.ENGINE);
        assertThat(plan.detail()).isEqualTo("rank 0: broken");
        assertThat(plan.engine()).isEmpty();
        assertThat(plan.fallback()).isEqualTo("gloo");
        assertThat(plan.failure()).isEmpty();
    }

    @Test
    void namesMissingRanks() {
        Plan plan = Planner.plan(
                Proposals.decode(Map.of(0, ProposalCodec.encode(proposal().build())), List.of(1, 2)));

        assertThat(plan.reason()).isEqualTo(Reason.MISSING_RANK);
        assertThat(plan.detail()).startsWith("ranks 1, 2 missing");
        assertThat(plan.fallback()).isEqualTo("gloo");
        assertThat(plan.singleHost()).isFalse();
    }

    @Test
    void takesAnUnreadableProposalForARefusal() {
        Plan plan = Planner.plan(Proposals.decode(
                Map.of(0, ProposalCodec.encode(proposal().build()), 1, new byte[] {1, 2, 3}), List.of()));

        assertThat(plan.reason()).isEqualTo(Reason.SETTINGS);
        assertThat(plan.detail()).startsWith("rank 1: its proposal cannot be read: ");
        assertThat(plan.singleHost()).isFalse();
    }

    @Test
    void prefersADeviceFallbackAndLeavesOutEnginesOfTheHost() {
        Plan plan = plan(nccl(), nccl());

        assertThat(plan.fallback()).isEqualTo("nccl");
        assertThat(plan.memory()).isEqualTo(MemoryType.DEVICE);
        assertThat(plan.fallbackDetail()).isEmpty();
        assertThat(plan.reason()).isEqualTo(Reason.ENGINE);
        assertThat(plan.detail())
                .isEqualTo("engine host serves host memory; the plan's fallback nccl serves device memory");
        assertThat(plan(nccl().engine("host", 0).engineOf(MemoryType.DEVICE, "cuda", 0))
                        .engine())
                .isEqualTo("cuda");
    }

    @Test
    void takesAFallbackOfTheNamedEnginesMemory() {
        Plan plan = plan(nccl(), nccl().with("DS_SDMA_ALLGATHER_ENGINE", "host"));

        assertThat(plan.engine()).isEqualTo("host");
        assertThat(plan.fallback()).isEqualTo("gloo");
        assertThat(plan.memory()).isEqualTo(MemoryType.HOST);
        assertThat(plan.fallbackDetail())
                .isEqualTo("fallback nccl serves device memory; the engine host that DS_SDMA_ALLGATHER_ENGINE names"
                        + " serves host memory");
    }

    @Test
    void obeysANamedFallbackAgainstANamedEngine() {
        Plan plan = plan(
                nccl().with("DS_SDMA_ALLGATHER_FALLBACK", "nccl"), nccl().with("DS_SDMA_ALLGATHER_ENGINE", "host"));

        assertThat(plan.fallback()).isEqualTo("nccl");
        assertThat(plan.detail()).contains("engine host serves host memory");
    }

    @Test
    void saysWhyThePreferredFallbackIsNotUsed() {
        Plan plan = plan(nccl(), nccl(Availability.no("no libnccl.so.2")));

        assertThat(plan.fallback()).isEqualTo("gloo");
        assertThat(plan.fastPath()).isTrue();
        assertThat(plan.fallbackDetail()).isEqualTo("nccl: rank 1: no libnccl.so.2");
    }

    @Test
    void refusesRanksThatDoNotWorkTogether() {
        Plan plan = plan(
                nccl(Availability.yes("NCCL 2.28", "a")),
                nccl(Availability.yes("NCCL 2.27", "b")),
                nccl(Availability.yes("NCCL 2.28", "c")));

        assertThat(plan.fallbackDetail())
                .isEqualTo("nccl: it differs: NCCL 2.28 on ranks 0, 2, NCCL 2.27 on rank 1;"
                        + " install the same on every rank");
    }

    @Test
    void refusesOneDeviceForSeveralRanksOfAHost() {
        Availability same = Availability.yes("NCCL 2.28", "0000:1b:00.0");
        HostIdentity container = new HostIdentity("boot", "other", "user", "1000");

        assertThat(plan(nccl(same), nccl(same).host(container)).fallbackDetail())
                .isEqualTo("nccl: ranks 0, 1 of one host use one device 0000:1b:00.0;"
                        + " give each rank its own with CUDA_VISIBLE_DEVICES or LOCAL_RANK");
        HostIdentity elsewhere = new HostIdentity("other", "pid", "user", "1000");
        assertThat(plan(nccl(same), nccl(same).host(elsewhere)).fallback()).isEqualTo("nccl");
    }

    @Test
    void isTheSameWhateverTheOrderOfArrival() {
        byte[] first =
                ProposalCodec.encode(proposal().engine("a", 1).engine("b", 1).build());
        byte[] second =
                ProposalCodec.encode(proposal().engine("b", 1).engine("a", 1).build());
        Map<Integer, byte[]> ballots = new HashMap<>();
        ballots.put(1, second);
        ballots.put(0, first);

        assertThat(Planner.plan(Proposals.decode(ballots, List.of())))
                .isEqualTo(Planner.plan(Proposals.decode(Map.of(0, first, 1, second), List.of())));
    }

    private static ProposalBuilder nccl() {
        return nccl(Availability.yes());
    }

    private static ProposalBuilder nccl(Availability availability) {
        return proposal().fallback("gloo", 100).fallbackOf(MemoryType.DEVICE, "nccl", 200, availability);
    }

    private static Plan plan(ProposalBuilder... ranks) {
        Map<Integer, byte[]> ballots = new HashMap<>();
        for (int rank = 0; rank < ranks.length; rank++) {
            ballots.put(rank, ProposalCodec.encode(ranks[rank].build()));
        }
        return Planner.plan(Proposals.decode(ballots, List.of()));
    }
}
