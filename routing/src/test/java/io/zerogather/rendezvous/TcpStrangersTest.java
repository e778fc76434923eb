package io.zerogather.rendezvous;

import static io.zerogather.rendezvous.RendezvousContract.bytes;
import static io.zerogather.rendezvous.RendezvousContract.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes and servers that mean no good. */
@Timeout(120)
class TcpStrangersTest {

    private static final byte[] NO_SIGNATURE = new byte[JobToken.SIGNATURE_BYTES];

    private final int port = FreePorts.range();
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void closeSockets() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    static Stream<byte[]> garbage() {
        byte[] random = new byte[100_000];
        new Random(7).nextBytes(random);
        byte[] ones = new byte[1000];
        Arrays.fill(ones, (byte) 0xff);
        byte[] onlyThePreambleIsRight = ByteBuffer.allocate(Handshake.REQUEST_BYTES)
                .put(bytes("zgather\n"))
                .putShort((short) 1)
                .array();
        return Stream.of(random, ones, onlyThePreambleIsRight, bytes("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
    }

    @ParameterizedTest
    @MethodSource("garbage")
    void garbageIsHungUpOnAndHarmsNobody(byte[] bytes) throws Exception {
        try (TcpRendezvous server = TcpRanks.open(TcpRanks.options(0, 2, port))) {
            Socket stranger = connect(server.port());
            try {
                stranger.getOutputStream().write(bytes);
            } catch (SocketException hungUpAlready) {
                // As good.
            }

            assertHungUp(stranger);
            assertRankOneCanJoin(server);
        }
    }

    @Test
    void silentConnectionsAreDroppedAndKeepNobodyOut() throws Exception {
        JoinTimings impatient = new JoinTimings(
                Duration.ofMillis(500), Duration.ofSeconds(4), Duration.ofMillis(300), Duration.ofMillis(400));
        try (TcpRendezvous server = TcpRendezvous.open(TcpRanks.options(0, 2, port), soon(), impatient)) {
            // More than may introduce themselves at once; every second one sends the start of a request.
            for (int i = 0; i < 120; i++) {
                Socket silent = connect(server.port());
                if (i % 2 == 0) {
                    sendIfOpen(silent, 'z');
                }
            }

            assertRankOneCanJoin(server);
            for (Socket silent : sockets) {
                assertHungUp(silent);
            }
        }
    }

    @Test
    void closeDropsConnectionsThatNeverIntroducedThemselves() throws Exception {
        Socket silent;
        try (TcpRendezvous server = TcpRanks.open(TcpRanks.linger(Duration.ZERO, 0, 2, port))) {
            silent = connect(server.port());
            assertThat(silent.getInputStream().readNBytes(Handshake.GREETING_BYTES))
                    .hasSize(Handshake.GREETING_BYTES);
        }

        assertHungUp(silent);
    }

    static Stream<byte[]> malformedFrames() {
        return Stream.of(
                frameHeader(1, 3, Integer.MAX_VALUE),
                frameHeader(1, 3, Rendezvous.MAX_VALUE_BYTES + 1),
                frameHeader(1, 3, -1),
                frameHeader(1, 0xffff, 0),
                frameHeader(1, Rendezvous.MAX_KEY_BYTES + 1, 0),
                frameHeader(0, 0, 0),
                frameHeader(255, 0, 0),
                frameHeader(4, 0, 0));
    }

    @ParameterizedTest
    @MethodSource("malformedFrames")
    void malformedFrameEndsItsConnectionOnly(byte[] frame) throws Exception {
        try (TcpRendezvous server = TcpRanks.open(TcpRanks.options(0, 3, port));
                TcpRendezvous other = TcpRanks.open(TcpRanks.options(2, 3, port))) {
            Socket member = join(server.port(), 1, 3);
            member.getOutputStream().write(frame);

            assertHungUp(member);
            other.setIfAbsent("key", bytes("value"), soon());
            assertThat(server.await("key", soon())).isPresent();
        }
    }

    @Test
    void memberThatDoesNotReadHoldsUpNobody() throws Exception {
        try (TcpRendezvous server = TcpRanks.open(TcpRanks.linger(Duration.ZERO, 0, 3, port));
                TcpRendezvous other = TcpRanks.open(TcpRanks.options(2, 3, port))) {
            DataOutputStream deaf =
                    new DataOutputStream(join(server.port(), 1, 3).getOutputStream());
            for (int call = 1; call <= 4; call++) {
                Frame.await(call, "big").writeTo(deaf);
            }

            other.setIfAbsent("big", new byte[Rendezvous.MAX_VALUE_BYTES], soon());

            server.setIfAbsent("key", bytes("value"), soon());
            assertThat(other.await("key", soon())).isPresent();
        }
    }

    @Test
    void falseServerIsNotBelievedAndLearnsNothing() throws Exception {
        AtomicReference<byte[]> request = new AtomicReference<>();
        StubServer.Script welcomesAnybody = socket -> {
            request.set(readRequest(socket));
            socket.getOutputStream().write(reply(Verdict.WELCOME, NO_SIGNATURE));
        };
        try (StubServer impostor = StubServer.running(port, welcomesAnybody)) {
            assertThatThrownBy(() -> openBriefly(impostor.port()))
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining("port " + port + ": other job token");
            assertThat(request.get()).isNotNull();
            assertThat(RendezvousContract.text(request.get())).doesNotContain("secret");
            assertThat(impostor.received()).isEmpty();
        }
    }

    @Test
    void signatureSentBackIsNotBelieved() throws Exception {
        StubServer.Script parrot = socket -> {
            byte[] request = readRequest(socket);
            byte[] signature = Arrays.copyOfRange(request, request.length - JobToken.SIGNATURE_BYTES, request.length);
            socket.getOutputStream().write(reply(Verdict.WELCOME, signature));
        };
        try (StubServer impostor = StubServer.running(port, parrot)) {
            assertThatThrownBy(() -> openBriefly(impostor.port()))
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining("port " + port + ": other job token");
        }
    }

    @Test
    void unsignedRefusalIsNotFinal() throws Exception {
        StubServer.Script refusesEverybody = socket -> {
            readRequest(socket);
            socket.getOutputStream().write(reply(Verdict.RANK_JOINED, NO_SIGNATURE));
        };
        try (StubServer impostor = StubServer.running(port, refusesEverybody);
                TcpRendezvous server = TcpRanks.open(TcpRanks.options(0, 2, impostor.port()))) {
            assertRankOneCanJoin(server);
        }
    }

    @Test
    void otherVersionIsNamed() throws Exception {
        try (StubServer future = StubServer.running(port, socket -> greet(socket, 7))) {
            assertThatThrownBy(() -> openBriefly(future.port()))
                    .isInstanceOf(RendezvousException.class)
                    .hasMessageContaining("port " + port + ": protocol version 7, here 1");
        }
    }

    @Test
    void recordedRequestIsNoUseLater() throws Exception {
        AtomicReference<byte[]> request = new AtomicReference<>();
        try (StubServer recorder = StubServer.running(port, socket -> request.set(readRequest(socket)))) {
            assertThatThrownBy(() -> openBriefly(recorder.port())).isInstanceOf(RendezvousException.class);
        }
        try (TcpRendezvous server = TcpRanks.open(TcpRanks.options(0, 2, port))) {
            Socket thief = connect(server.port());
            thief.getOutputStream().write(request.get());

            thief.getInputStream().readNBytes(Handshake.GREETING_BYTES);
            byte[] reply = thief.getInputStream().readNBytes(Handshake.REPLY_BYTES);
            assertThat(reply).containsExactly(reply(Verdict.OTHER_TOKEN, NO_SIGNATURE));
            assertRankOneCanJoin(server);
        }
    }

    private static void openBriefly(int masterPort) {
        TcpRendezvous.open(TcpRanks.options(1, 2, masterPort), Deadline.after(Duration.ofMillis(100)))
                .close();
    }

    private void assertRankOneCanJoin(TcpRendezvous server) {
        try (TcpRendezvous rank = TcpRanks.open(TcpRanks.options(1, 2, port))) {
            rank.setIfAbsent("key", bytes("value"), soon());
            assertThat(server.await("key", soon())).isPresent();
        }
    }

    private Socket connect(int serverPort) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), serverPort);
        sockets.add(socket);
        socket.setSoTimeout((int) Background.LIMIT.toMillis());
        return socket;
    }

    /** A connection that has been admitted as a rank, with nothing behind it. */
    private Socket join(int serverPort, int rank, int worldSize) throws IOException {
        Socket socket = connect(serverPort);
        Handshake.join(socket, new HandshakeKey(TcpRanks.TOKEN, port), new Identity(rank, worldSize, 1), soon());
        socket.setSoTimeout((int) Background.LIMIT.toMillis());
        return socket;
    }

    private static void sendIfOpen(Socket socket, int value) throws IOException {
        try {
            socket.getOutputStream().write(value);
        } catch (SocketException hungUpAlready) {
            assertThat(socket.isClosed()).isFalse();
        }
    }

    /** Reads what is left until the other side has ended the connection; a timeout fails. */
    private static void assertHungUp(Socket socket) throws IOException {
        int last = 0;
        try {
            while (last >= 0) {
                last = socket.getInputStream().read();
            }
        } catch (SocketException reset) {
            // The server closed with bytes of ours unread.
            last = -1;
        }
        assertThat(last).isNegative();
    }

    private static byte[] readRequest(Socket socket) throws IOException {
        greet(socket, 1);
        return SocketIo.read(socket, Handshake.REQUEST_BYTES, soon());
    }

    private static void greet(Socket socket, int version) throws IOException {
        byte[] greeting = ByteBuffer.allocate(Handshake.GREETING_BYTES)
                .put(bytes("zgather\n"))
                .putShort((short) version)
                .array();
        socket.getOutputStream().write(greeting);
    }

    private static byte[] reply(Verdict verdict, byte[] signature) {
        return ByteBuffer.allocate(Handshake.REPLY_BYTES)
                .put(verdict.code())
                .putInt(0)
                .putLong(0)
                .put(signature)
                .array();
    }

    private static byte[] frameHeader(int kind, int keyBytes, int valueBytes) {
        return ByteBuffer.allocate(11)
                .put((byte) kind)
                .putInt(1)
                .putShort((short) keyBytes)
                .putInt(valueBytes)
                .array();
    }
}
