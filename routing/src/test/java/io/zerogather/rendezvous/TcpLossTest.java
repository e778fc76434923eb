package io.zerogather.rendezvous;

import static io.zerogather.rendezvous.RendezvousContract.bytes;
import static io.zerogather.rendezvous.RendezvousContract.expired;
import static io.zerogather.rendezvous.RendezvousContract.soon;
import static io.zerogather.rendezvous.RendezvousContract.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a rendezvous over TCP when somebody leaves, politely or not. */
@Timeout(120)
class TcpLossTest {

    /** A linger that a passing test never waits for. */
    private static final Duration NEVER = Duration.ofMinutes(10);

    private final int port = FreePorts.range();

    @Test
    void lostServerFailsWaitingAndLaterCallsAndIsNamed() throws Exception {
        TcpRendezvous server = TcpRanks.open(TcpRanks.linger(Duration.ZERO, 0, 2, port));
        try (TcpRendezvous rank = TcpRanks.open(TcpRanks.options(1, 2, port))) {
            Background<Optional<byte[]>> waiting =
                    Background.start(() -> rank.await("key", soon())).untilWaiting();

            server.close();

            String where = "127.0.0.1:" + server.port();
            assertThatThrownBy(waiting::result)
                    .cause()
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining(where);
            assertThatThrownBy(() -> rank.setIfAbsent("key", bytes("value"), soon()))
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining(where);
            assertThatThrownBy(() -> rank.await("key", soon()))
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining(where);
        }
    }

    @Test
    void serverThatDoesNotAnswerIsAnErrorAndNoMissingKey() throws Exception {
        Membership members = new Membership(2);
        StubServer.Script fallsSilent = socket -> {
            Handshake.admit(socket, new HandshakeKey(TcpRanks.TOKEN, port), members, 1, soon());
            socket.setSoTimeout(0);
        };
        try (StubServer stopped = StubServer.running(port, fallsSilent);
                TcpRendezvous rank = TcpRanks.open(TcpRanks.options(1, 2, stopped.port()))) {
            Background<Optional<byte[]>> reading = Background.start(() -> rank.await("key", expired()));
            Background<byte[]> writing = Background.start(() -> rank.setIfAbsent("key", bytes("value"), expired()));

            assertThatThrownBy(reading::result)
                    .cause()
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining("127.0.0.1:" + port + " did not answer the await of key");
            assertThatThrownBy(writing::result)
                    .cause()
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining("127.0.0.1:" + port + " did not answer the set of key");
        }
    }

    @Test
    void closeOfRankZeroLosesNobodyTheLastKey() throws Exception {
        TcpRendezvous server = TcpRanks.open(TcpRanks.linger(NEVER, 0, 3, port));
        TcpRendezvous early = TcpRanks.open(TcpRanks.options(1, 3, port));
        server.setIfAbsent("last", bytes("value"), soon());
        Background<Boolean> closing = close(server).untilWaiting();

        // Rank 2 had not even joined.
        TcpRendezvous late = TcpRanks.open(TcpRanks.options(2, 3, port));
        assertThat(text(early.await("last", soon()).orElseThrow())).isEqualTo("value");
        early.close();
        assertThat(text(late.await("last", soon()).orElseThrow())).isEqualTo("value");
        late.close();

        assertThat(closing.result()).isFalse();
    }

    @Test
    void closeOfRankZeroLingersNoLongerThanAllowed() {
        TcpRendezvous server = TcpRanks.open(TcpRanks.linger(Duration.ofMillis(50), 0, 2, port));
        try (TcpRendezvous rank = TcpRanks.open(TcpRanks.options(1, 2, port))) {
            Deadline linger = Deadline.after(Duration.ofMillis(50));

            server.close();

            assertThat(linger.expired()).isTrue();
            assertThatThrownBy(() -> rank.await("key", soon())).isInstanceOf(RendezvousException.class);
        }
    }

    @Test
    void memberThatDiedHasLeft() throws Exception {
        TcpRendezvous server = TcpRanks.open(TcpRanks.linger(NEVER, 0, 2, port));
        try (Socket member = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            Handshake.join(member, new HandshakeKey(TcpRanks.TOKEN, port), new Identity(1, 2, 1), soon());
        }

        assertThat(close(server).result()).isFalse();
    }

    @Test
    void welcomeThatIsNotConfirmedCountsForNothing() throws Exception {
        try (TcpRendezvous server = TcpRanks.open(TcpRanks.options(0, 2, port))) {
            try (Socket gone = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                byte[] greeting = SocketIo.read(gone, Handshake.GREETING_BYTES, soon());
                gone.getOutputStream().write(requestOfRankOne(greeting));
                byte[] reply = SocketIo.read(gone, Handshake.REPLY_BYTES, soon());
                assertThat(reply[0]).isEqualTo(Verdict.WELCOME.code());
            }

            // The rank tries again, as it does after an answer that came too late.
            try (TcpRendezvous rank = TcpRanks.open(TcpRanks.options(1, 2, port))) {
                assertThat(rank.port()).isEqualTo(server.port());
            }
        }
    }

    @Test
    void interruptCutsTheLingerAndKeepsTheFlag() throws Exception {
        TcpRendezvous server = TcpRanks.open(TcpRanks.linger(NEVER, 0, 2, port));
        Background<Boolean> closing = close(server).untilWaiting();

        closing.interrupt();

        assertThat(closing.result()).isTrue();
        assertPortIsFree(server.port());
    }

    @Test
    void closeLeavesNeitherThreadsNorPorts() {
        TcpRendezvous server = TcpRanks.open(TcpRanks.options(0, 3, port));
        TcpRendezvous first = TcpRanks.open(TcpRanks.options(1, 3, port));
        TcpRendezvous second = TcpRanks.open(TcpRanks.options(2, 3, port));
        assertThat(RendezvousThreads.names()).isNotEmpty();

        first.close();
        second.close();
        server.close();

        assertPortIsFree(server.port());
        await().atMost(Background.LIMIT).until(() -> RendezvousThreads.names().isEmpty());
    }

    /** Closes on another thread; the result is its interrupt flag afterwards. */
    private static Background<Boolean> close(TcpRendezvous rendezvous) {
        return Background.start(() -> {
            rendezvous.close();
            return Thread.currentThread().isInterrupted();
        });
    }

    private static void assertPortIsFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(probe.getLocalPort()).isEqualTo(port);
        } catch (IOException taken) {
            throw new AssertionError("port " + port + " is still taken", taken);
        }
    }

    private byte[] requestOfRankOne(byte[] greeting) {
        byte[] serverNonce = Arrays.copyOfRange(greeting, Handshake.PREAMBLE_BYTES, greeting.length);
        byte[] clientNonce = Nonce.bytes();
        Identity me = new Identity(1, 2, 1);
        byte[] signature =
                new HandshakeKey(TcpRanks.TOKEN, port).sign(new Transcript(serverNonce, clientNonce, me).request());
        return ByteBuffer.allocate(Handshake.REQUEST_BYTES)
                .put(greeting, 0, Handshake.PREAMBLE_BYTES)
                .put(clientNonce)
                .put(Transcript.bytesOf(me))
                .put(signature)
                .array();
    }
}
