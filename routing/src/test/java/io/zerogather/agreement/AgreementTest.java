package io.zerogather.agreement;

import static io.zerogather.agreement.ProposalBuilder.proposal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.AllGatherException;
import io.zerogather.Reason;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.InProcessRendezvous;
import io.zerogather.tck.RankThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AgreementTest {
    private static final int RANKS = 3;

    private final List<InProcessRendezvous> stores = InProcessRendezvous.create(RANKS);

    @Test
    void givesAllRanksTheSamePlan() {
        List<Plan> plans = RankThreads.run(
                RANKS,
                rank -> Agreement.of(stores.get(rank))
                        .plan(
                                proposal()
                                        .with("DS_SDMA_ALLGATHER_MAX_NUMEL", String.valueOf(1000 + rank))
                                        .build(),
                                Deadline.after(Duration.ofSeconds(30))));

        assertThat(plans).allMatch(plans.get(0)::equals);
        assertThat(plans.get(0).maxElements()).isEqualTo(1000);
    }

    @Test
    @DisplayName("a rank that arrives at the deadline of the others, before they have decided, is part of the plan")
    void countsARankThatComesJustInTime() {
        List<Plan> plans = new ArrayList<>();
        Agreement late = Agreement.of(stores.get(2));
        InterposedRendezvous store = new InterposedRendezvous(stores.get(0), key -> {
            if (key.endsWith("plan/decision")) {
                plans.add(late.plan(proposal().build(), Deadline.after(Duration.ofSeconds(30))));
            }
        });
        castBallotOfRank1();

        plans.add(Agreement.of(store).plan(proposal().build(), expired()));

        assertThat(plans).hasSize(2).allMatch(Plan::fastPath);
    }

    @Test
    @DisplayName("a rank that arrives at the deadline of the others, after they have decided, obeys their plan")
    void makesARankObeyThatComesJustTooLate() {
        castBallotOfRank1();
        Plan early = Agreement.of(stores.get(0)).plan(proposal().build(), expired());

        Plan late = Agreement.of(stores.get(2)).plan(proposal().build(), Deadline.after(Duration.ofSeconds(30)));

        assertThat(early.reason()).isEqualTo(Reason.MISSING_RANK);
        assertThat(early.detail()).startsWith("rank 2 missing");
        assertThat(late).isEqualTo(early);
    }

    @Test
    void obeysADecisionThatComesWhileItWaits() {
        List<Plan> plans = RankThreads.run(
                2,
                rank -> Agreement.of(stores.get(rank))
                        .plan(
                                proposal().build(),
                                rank == 0
                                        ? Deadline.after(Duration.ofMillis(300))
                                        : Deadline.after(Duration.ofSeconds(50))));

        assertThat(plans.get(1)).isEqualTo(plans.get(0));
        assertThat(plans.get(0).detail()).startsWith("rank 2 missing");
    }

    @Test
    void failsARankThatCannotReadThePlan() {
        byte[] unused = stores.get(1).setIfAbsent("plan/decision", "from another version".getBytes(UTF_8), expired());

        assertThatThrownBy(() -> Agreement.of(stores.get(0)).plan(proposal().build(), expired()))
                .isInstanceOfSatisfying(
                        AllGatherException.class,
                        e -> assertThat(e.category()).isEqualTo(AllGatherException.Category.SETUP))
                .hasMessageContaining("Rank 0 cannot read the plan");
    }

    @Test
    void failsARankWhoseStoreIsGone() {
        stores.get(0).close();

        assertThatThrownBy(() -> Agreement.of(stores.get(0)).plan(proposal().build(), expired()))
                .isInstanceOf(AllGatherException.class)
                .hasMessageStartingWith("Rank 0 cannot learn what was decided on plan");
    }

    @Test
    void refusesASecondVoteInTheSameStore() {
        castBallotOfRank1();

        assertThatThrownBy(() -> Agreement.of(stores.get(1))
                        .plan(proposal().version("another").build(), expired()))
                .isInstanceOf(AllGatherException.class)
                .hasMessageContaining("Rank 1 has voted on plan before");
    }

    @Test
    void findsAllRanksReady() {
        assertThat(RankThreads.run(RANKS, rank -> unready(rank, ""))).containsOnly("");
    }

    @Test
    @DisplayName("one rank's refusal decides for all, without waiting for ranks that have not answered")
    void namesTheRankThatIsNotReady() {
        assertThat(RankThreads.run(2, rank -> unready(rank, rank == 1 ? "no library" : "")))
                .containsOnly("rank 1: no library");
    }

    @Test
    void namesRanksThatDoNotAnswer() {
        String outcome = Agreement.of(stores.get(0)).unready("fallback", "", expired());

        assertThat(outcome).isEqualTo("ranks 1, 2 did not answer in time");
        assertThat(Agreement.of(stores.get(1)).unready("fallback", "", expired()))
                .isEqualTo(outcome);
        assertThat(Agreement.of(stores.get(2)).unready("fallback", "mine is worse", expired()))
                .isEqualTo(outcome);
    }

    @Test
    void namesMembersOfASubGroupAsWorldDoes() {
        List<Integer> members = List.of(4, 7, 9);

        assertThat(Agreement.of(stores.get(1), members).unready("fallback", "broken", expired()))
                .isEqualTo("rank 7: broken");
        assertThat(Agreement.of(stores.get(1), members).unready("another", "", expired()))
                .isEqualTo("ranks 4, 9 did not answer in time");
    }

    private String unready(int rank, String refusal) {
        return Agreement.of(stores.get(rank)).unready("engine", refusal, Deadline.after(Duration.ofSeconds(50)));
    }

    private void castBallotOfRank1() {
        new Vote(stores.get(1), "plan").cast(ProposalCodec.encode(proposal().build()), expired());
    }

    private static Deadline expired() {
        return Deadline.after(Duration.ZERO);
    }
}
