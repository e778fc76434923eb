package io.zerogather.rccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.AllGatherException;
import io.zerogather.AllGatherException.Category;
import io.zerogather.rendezvous.InProcessRendezvous;
import io.zerogather.spi.Availability;
import io.zerogather.spi.ProbeContext;
import io.zerogather.tck.RankThreads;
import io.zerogather.tck.RankThreads.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@RequiresGloo
class GlooOpeningTest {
    private static final BindAddress LOOPBACK = new BindAddress("127.0.0.1", "");
    private static final Duration SHORT = Duration.ofMillis(500);

    @Test
    void ranksThatNeverComeAreNamed() {
        List<InProcessRendezvous> stores = InProcessRendezvous.create(4);
        assertFailures(
                RankThreads.outcomes(2, rank -> open(stores.get(rank), SHORT)),
                "ranks 2, 3 did not say where they listen in time");
    }

    @Test
    void aRankThatCannotListenSaysSoToAll() {
        List<InProcessRendezvous> stores = InProcessRendezvous.create(3);
        List<Outcome<GlooGroup>> outcomes = RankThreads.outcomes(3, rank -> {
            InProcessRendezvous store = stores.get(rank);
            boolean broken = rank == 1;
            return new GlooOpening(Contexts.of(store, !broken, RankThreads.LIMIT))
                    .open(Map.of("GLOO_SOCKET_IFNAME", "none-such"));
        });
        assertThat(outcomes.get(1).failure()).hasMessageContaining("none-such");
        assertFailures(List.of(outcomes.get(0), outcomes.get(2)), "rank 1 refuses");
        assertFailures(List.of(outcomes.get(0), outcomes.get(2)), "none-such");
    }

    @Test
    void aRankThatListensButNeverConnectsIsNamed() {
        List<InProcessRendezvous> stores = InProcessRendezvous.create(3);
        try (GlooGroup silent = GlooGroup.listen(2, List.of(0, 1, 2), LOOPBACK)) {
            new Handshake(Contexts.of(stores.get(2), true, RankThreads.LIMIT)).publish(silent.addresses());
            List<Outcome<GlooGroup>> outcomes = RankThreads.outcomes(2, rank -> open(stores.get(rank), SHORT));
            assertThat(outcomes)
                    .extracting(Outcome::failure)
                    .allSatisfy(failure -> assertThat(failure).isInstanceOf(AllGatherException.class))
                    .anySatisfy(failure -> assertThat(failure).hasMessageContaining("rank 2"));
        }
    }

    @Test
    void aRankOfAnotherVersionIsNamed() {
        List<InProcessRendezvous> stores = InProcessRendezvous.create(2);
        new Handshake(Contexts.of(stores.get(1), true, RankThreads.LIMIT)).publish(new byte[3]);
        assertFailures(
                RankThreads.outcomes(1, rank -> open(stores.get(rank), SHORT)),
                "rank 1 uses addresses of another length");
    }

    @Test
    void aLostStoreIsASetUpFailure() {
        List<InProcessRendezvous> stores = InProcessRendezvous.create(2);
        stores.get(0).close();
        List<Outcome<GlooGroup>> outcomes = RankThreads.outcomes(1, rank -> open(stores.get(rank), SHORT));
        assertFailures(outcomes, "group 'world' on rank 0");
    }

    @Test
    void connectsOverEveryAddressOfThisHost() throws Exception {
        List<Map<String, String>> environments = new ArrayList<>();
        OwnAddresses.reachable().forEach(address -> environments.add(Map.of("MASTER_ADDR", address)));
        environments.add(Map.of("GLOO_SOCKET_IFNAME", OwnAddresses.loopbackInterface()));
        for (Map<String, String> environment : environments) {
            List<InProcessRendezvous> stores = InProcessRendezvous.create(2);
            List<GlooGroup> groups = RankThreads.run(
                    2,
                    rank -> new GlooOpening(Contexts.of(stores.get(rank), false, RankThreads.LIMIT)).open(environment));
            groups.forEach(GlooGroup::close);
        }
    }

    @Test
    void theProbeFindsGloo() {
        GlooFallbackProvider provider = new GlooFallbackProvider();
        assertThat(provider.probe(new ProbeContext(
                        GlooRank.settings(SHORT), 0, 1, 0, Optional.empty(), "no device is asked for")))
                .isEqualTo(Availability.yes());
        assertThat(provider.name()).isEqualTo("gloo");
        assertThat(provider.displayName()).isEqualTo("Gloo");
    }

    private static GlooGroup open(InProcessRendezvous store, Duration timeout) {
        return new GlooOpening(Contexts.of(store, true, timeout)).open(Map.of());
    }

    private static void assertFailures(List<Outcome<GlooGroup>> outcomes, String text) {
        assertThat(outcomes).extracting(Outcome::failure).allSatisfy(failure -> {
            assertThat(failure).isInstanceOf(AllGatherException.class).hasMessageContaining(text);
            assertThat(((AllGatherException) failure).category()).isEqualTo(Category.SETUP);
        });
    }
}
