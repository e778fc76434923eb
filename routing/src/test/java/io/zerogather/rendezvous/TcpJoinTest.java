package io.zerogather.rendezvous;

import static io.zerogather.rendezvous.RendezvousContract.bytes;
import static io.zerogather.rendezvous.RendezvousContract.expired;
import static io.zerogather.rendezvous.RendezvousContract.soon;
import static io.zerogather.rendezvous.RendezvousContract.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How ranks find each other, and nobody else, over TCP. */
@Timeout(120)
class TcpJoinTest {

    private final int port = FreePorts.range();

    @Test
    void otherTokenIsRefusedAndNamed() {
        try (TcpRendezvous server = TcpRanks.open(TcpRanks.linger(Duration.ZERO, 0, 2, port))) {
            TcpRendezvous.Options stranger =
                    TcpRendezvous.Options.of(1, 2, TcpRanks.HOST, port, JobToken.of("another secret"));

            assertThatThrownBy(() -> TcpRendezvous.open(stranger, Deadline.after(Duration.ofMillis(100))))
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining("rank 1 of 2 found no rank 0 within 0.1 s at 127.0.0.1")
                    .hasMessageContaining("port " + server.port() + ": other job token")
                    .hasMessageContaining("nothing listening")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void missingRankZeroIsAnErrorThatSaysWhatWasTried() {
        assertThatThrownBy(
                        () -> TcpRendezvous.open(TcpRanks.options(1, 2, port), Deadline.after(Duration.ofMillis(100))))
                .isInstanceOf(RendezvousException.class)
                .hasMessageContaining("127.0.0.1")
                .hasMessageContaining("ports " + port + "-" + (port + 15) + ": nothing listening")
                .hasMessageContaining("generation 1");
    }

    @Test
    void rankThatAlreadyJoinedIsRefusedBeforeTheDeadline() {
        try (TcpRendezvous server = TcpRanks.open(TcpRanks.options(0, 2, port));
                TcpRendezvous first = TcpRanks.open(TcpRanks.options(1, 2, port))) {
            assertThatThrownBy(() -> TcpRanks.open(TcpRanks.options(1, 2, port)))
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining("port " + server.port() + ": rank 1 already joined");

            assertThat(first.setIfAbsent("key", bytes("value"), soon())).isNotEmpty();
        }
    }

    @Test
    void rankThatLeftDoesNotComeBack() {
        try (TcpRendezvous server = TcpRanks.open(TcpRanks.options(0, 2, port))) {
            TcpRanks.open(TcpRanks.options(1, 2, port)).close();

            assertThatThrownBy(() -> TcpRanks.open(TcpRanks.options(1, 2, port)))
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining("port " + server.port() + ": rank 1 already joined");
        }
    }

    @Test
    void worldSizesMustAgree() {
        try (TcpRendezvous server = TcpRanks.open(TcpRanks.linger(Duration.ZERO, 0, 2, port))) {
            assertThatThrownBy(() -> TcpRanks.open(TcpRanks.options(2, 3, port)))
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining("port " + server.port() + ": other world size (there 2, here 3)");
        }
    }

    @Test
    void refusalByAnEarlierRunDoesNotKeepARankFromItsOwn() {
        // An earlier run with equal token and generation still holds the first port, all its ranks joined.
        try (TcpRendezvous oldServer = TcpRanks.open(TcpRanks.options(0, 2, port));
                TcpRendezvous oldRank = TcpRanks.open(TcpRanks.options(1, 2, port));
                TcpRendezvous server = TcpRanks.open(TcpRanks.options(0, 2, port));
                TcpRendezvous rank = TcpRanks.open(TcpRanks.options(1, 2, port))) {
            oldServer.setIfAbsent("key", bytes("old"), soon());
            server.setIfAbsent("key", bytes("new"), soon());

            assertThat(text(oldRank.await("key", soon()).orElseThrow())).isEqualTo("old");
            assertThat(text(rank.await("key", soon()).orElseThrow())).isEqualTo("new");
        }
    }

    @Test
    void twoJobsMeetOnOnePortAtOnce() throws Exception {
        int worldSize = 3;
        List<Background<String>> ranks = new ArrayList<>();
        for (String job : List.of("a", "b")) {
            for (int rank = 0; rank < worldSize; rank++) {
                TcpRendezvous.Options options =
                        TcpRendezvous.Options.of(rank, worldSize, TcpRanks.HOST, port, JobToken.of(job));
                ranks.add(Background.start(() -> exchange(options, job)));
            }
        }

        assertThat(results(ranks)).containsExactly("a0a1a2", "a0a1a2", "a0a1a2", "b0b1b2", "b0b1b2", "b0b1b2");
    }

    @Test
    void equalTokensOnNeighbouringPortsAreTwoJobs() throws Exception {
        JobToken usual = JobToken.of("none");
        List<Background<String>> ranks = new ArrayList<>();
        for (int job = 0; job < 2; job++) {
            String name = "job" + job + "-";
            for (int rank = 0; rank < 2; rank++) {
                TcpRendezvous.Options options = TcpRendezvous.Options.of(rank, 2, TcpRanks.HOST, port + job, usual);
                ranks.add(Background.start(() -> exchange(options, name)));
            }
        }

        assertThat(results(ranks)).containsExactly("job0-0job0-1", "job0-0job0-1", "job1-0job1-1", "job1-0job1-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-x\r\n"})
    void foreignListenerIsPassedByAndSentNothing(String greeting) throws Exception {
        try (StubServer foreign = StubServer.greeting(port, bytes(greeting))) {
            try (TcpRendezvous server = TcpRanks.open(TcpRanks.options(0, 2, port));
                    TcpRendezvous rank = TcpRanks.open(TcpRanks.options(1, 2, port))) {
                assertThat(server.port()).isGreaterThan(port);
                rank.setIfAbsent("key", bytes("value"), soon());
                assertThat(server.await("key", soon())).isPresent();
            }
            assertThat(foreign.received()).isEmpty();
        }
    }

    @Test
    void foreignListenerIsNamed() throws Exception {
        try (StubServer foreign = StubServer.greeting(port, bytes("SSH-2.0-x\r\n"))) {
            assertThatThrownBy(() -> TcpRendezvous.open(
                            TcpRanks.options(1, 2, foreign.port()), Deadline.after(Duration.ofMillis(100))))
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining("port " + port + ": not a Zerogather rendezvous");
        }
    }

    @Test
    void rankZeroNamesThePortsThatItCouldNotHave() throws Exception {
        List<ServerSocket> taken = takeAllPorts();
        try {
            assertThatThrownBy(() ->
                            TcpRendezvous.open(TcpRanks.options(0, 2, port), Deadline.after(Duration.ofMillis(50))))
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining("ports " + port + "-" + (port + 15));
        } finally {
            release(taken);
        }
    }

    @Test
    void rankZeroTakesAPortThatBecomesFree() throws Exception {
        List<ServerSocket> taken = takeAllPorts();
        Background<TcpRendezvous> opening = Background.start(() -> TcpRanks.open(TcpRanks.options(0, 1, port)))
                .untilWaiting();

        release(taken);

        try (TcpRendezvous server = opening.result()) {
            assertThat(server.port()).isBetween(port, port + 15);
        }
    }

    @Test
    void portOfTheLauncherIsLeftAlone() {
        JobToken token = TcpRanks.TOKEN;
        Duration linger = TcpRendezvous.DEFAULT_LINGER;
        try (TcpRendezvous server =
                        TcpRanks.open(new TcpRendezvous.Options(0, 2, TcpRanks.HOST, port, true, token, 1, linger));
                TcpRendezvous rank =
                        TcpRanks.open(new TcpRendezvous.Options(1, 2, TcpRanks.HOST, port, true, token, 1, linger))) {
            assertThat(server.port()).isEqualTo(port + 1);
            assertThat(rank.port()).isEqualTo(port + 1);
        }
    }

    @Test
    void portsEndWhereTheNumbersEnd() {
        assertThat(TcpRanks.options(0, 1, 65_530).ports())
                .containsExactly(65_530, 65_531, 65_532, 65_533, 65_534, 65_535);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TcpRanks.options(0, 1, 65_536))
                .withMessageContaining("65536");
        assertThatIllegalArgumentException().isThrownBy(() -> TcpRanks.options(0, 1, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TcpRanks.options(2, 2, port))
                .withMessageContaining("rank is 2, must be 0 to 1");
    }

    @Test
    void rankThatComesAtTheVeryEndOfItsDeadlineJoins() {
        try (TcpRendezvous server = TcpRanks.open(TcpRanks.options(0, 2, port));
                TcpRendezvous rank = TcpRendezvous.open(TcpRanks.options(1, 2, port), expired())) {
            rank.setIfAbsent("key", bytes("value"), soon());

            assertThat(server.await("key", soon())).isPresent();
        }
    }

    @Test
    void rankThatComesBeforeRankZeroWaitsForIt() throws Exception {
        Background<TcpRendezvous> early = Background.start(() -> TcpRanks.open(TcpRanks.options(1, 2, port)))
                .untilWaiting();

        try (TcpRendezvous server = TcpRanks.open(TcpRanks.options(0, 2, port));
                TcpRendezvous rank = early.result()) {
            assertThat(rank.port()).isEqualTo(server.port());
        }
    }

    @Test
    void interruptEndsTheSearch() throws Exception {
        Background<Boolean> searching = Background.start(() -> {
                    assertThatThrownBy(() -> TcpRanks.open(TcpRanks.options(1, 2, port)))
                            .isInstanceOf(RendezvousException.class)
                            .hasMessageContaining("interrupted during the search for rank 0");
                    return Thread.currentThread().isInterrupted();
                })
                .untilWaiting();

        searching.interrupt();

        assertThat(searching.result()).isTrue();
    }

    @Test
    void nextGenerationMeetsWhileTheLastOneStillCloses() throws Exception {
        TcpRendezvous oldServer = TcpRanks.open(TcpRanks.generation(1, 0, 2, port));
        TcpRendezvous oldRank = TcpRanks.open(TcpRanks.generation(1, 1, 2, port));
        oldServer.setIfAbsent("key", bytes("old"), soon());
        Background<Boolean> closing = Background.start(() -> {
                    oldServer.close();
                    return true;
                })
                .untilWaiting();

        try (TcpRendezvous server = TcpRanks.open(TcpRanks.generation(2, 0, 2, port));
                TcpRendezvous rank = TcpRanks.open(TcpRanks.generation(2, 1, 2, port))) {
            assertThat(server.port()).isNotEqualTo(oldServer.port());
            assertThat(rank.await("key", expired())).isEmpty();
            assertThat(text(oldRank.await("key", soon()).orElseThrow())).isEqualTo("old");
            server.setIfAbsent("key", bytes("new"), soon());
            assertThat(text(rank.await("key", soon()).orElseThrow())).isEqualTo("new");
        }
        oldRank.close();
        assertThat(closing.result()).isTrue();
    }

    @Test
    void otherGenerationIsNamed() {
        try (TcpRendezvous server = TcpRanks.open(TcpRanks.linger(Duration.ZERO, 0, 2, port))) {
            assertThatThrownBy(() -> TcpRendezvous.open(
                            TcpRanks.generation(2, 1, 2, port), Deadline.after(Duration.ofMillis(100))))
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining("port " + server.port() + ": other generation (there 1, here 2)");
        }
    }

    @Test
    void unknownHostIsNamed() {
        TcpRendezvous.Options options = TcpRendezvous.Options.of(1, 2, "no such host", port, TcpRanks.TOKEN);

        assertThatThrownBy(() -> TcpRendezvous.open(options, expired()))
                .isInstanceOf(RendezvousException.class)
                .hasMessageContaining("no such host")
                .hasMessageContaining("host name unknown");
    }

    @Test
    void masterMayBeGivenByName() {
        try (TcpRendezvous server = TcpRanks.open(TcpRendezvous.Options.of(0, 2, "localhost", port, TcpRanks.TOKEN));
                TcpRendezvous rank = TcpRanks.open(TcpRendezvous.Options.of(1, 2, "localhost", port, TcpRanks.TOKEN))) {
            rank.setIfAbsent("key", bytes("value"), soon());

            assertThat(server.await("key", soon())).isPresent();
        }
    }

    /** Opens one rank's rendezvous, writes what it is, and returns what all ranks wrote. */
    private static String exchange(TcpRendezvous.Options options, String job) {
        try (TcpRendezvous rendezvous = TcpRanks.open(options)) {
            rendezvous.setIfAbsent("rank/" + options.rank(), bytes(job + options.rank()), soon());
            StringBuilder all = new StringBuilder();
            rendezvous.collect("rank/", soon()).values().values().forEach(value -> all.append(text(value)));
            return all.toString();
        }
    }

    private static List<String> results(List<Background<String>> ranks) throws Exception {
        List<String> results = new ArrayList<>();
        for (Background<String> rank : ranks) {
            results.add(rank.result());
        }
        return results;
    }

    private List<ServerSocket> takeAllPorts() throws IOException {
        List<ServerSocket> taken = new ArrayList<>();
        for (int i = 0; i < TcpRendezvous.PORTS; i++) {
            taken.add(new ServerSocket(port + i, 1, InetAddress.getLoopbackAddress()));
        }
        return taken;
    }

    private static void release(List<ServerSocket> taken) throws IOException {
        for (ServerSocket socket : taken) {
            socket.close();
        }
    }
}
