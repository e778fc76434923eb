package io.zerogather.rendezvous;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The messages with which both ends of a new connection prove that they hold the same job token; see the package's
 * description.
 */
final class Handshake {

    /** Magic and version: what both sides send first, in every version of the protocol. */
    static final int PREAMBLE_BYTES = 10;

    static final int GREETING_BYTES = PREAMBLE_BYTES + Nonce.BYTES;
    static final int IDENTITY_BYTES = 4 + 4 + 8;
    static final int REQUEST_BYTES = PREAMBLE_BYTES + Nonce.BYTES + IDENTITY_BYTES + JobToken.SIGNATURE_BYTES;
    static final int DECISION_BYTES = 1 + 4 + 8;
    static final int REPLY_BYTES = DECISION_BYTES + JobToken.SIGNATURE_BYTES;
    static final byte CONFIRMATION = 1;

    private static final long MAGIC =
            ByteBuffer.wrap("zgather\n".getBytes(StandardCharsets.US_ASCII)).getLong();
    private static final short VERSION = 1;

    private Handshake() {}

    /**
     * The client's side.
     *
     * @throws RefusedException if the other side is a rendezvous that refuses us
     * @throws IOException if it is none, or does not answer before the deadline
     */
    static void join(Socket socket, HandshakeKey key, Identity me, Deadline deadline) throws IOException {
        checkPreamble(SocketIo.read(socket, PREAMBLE_BYTES, deadline));
        byte[] serverNonce = SocketIo.read(socket, Nonce.BYTES, deadline);
        byte[] clientNonce = Nonce.bytes();
        Transcript transcript = new Transcript(serverNonce, clientNonce, me);
        SocketIo.write(
                socket,
                ByteBuffer.allocate(REQUEST_BYTES)
                        .put(preamble())
                        .put(clientNonce)
                        .put(Transcript.bytesOf(me))
                        .put(key.sign(transcript.request()))
                        .array());

        ByteBuffer reply = ByteBuffer.wrap(SocketIo.read(socket, REPLY_BYTES, deadline));
        byte code = reply.get();
        int worldSize = reply.getInt();
        long generation = reply.getLong();
        byte[] signature = remaining(reply);
        if (!key.verify(transcript.reply(code, worldSize, generation), signature)) {
            throw RefusedException.byAnother("other job token");
        }
        switch (Verdict.of(code)) {
            case WELCOME -> SocketIo.write(socket, new byte[] {CONFIRMATION});
            case OTHER_TOKEN -> throw RefusedException.byAnother("other job token");
            case OTHER_GENERATION ->
                throw RefusedException.byAnother(
                        "other generation (there " + generation + ", here " + me.generation() + ")");
            case OTHER_WORLD_SIZE ->
                throw RefusedException.byOwnJob(
                        "other world size (there " + worldSize + ", here " + me.worldSize() + ")");
            case RANK_JOINING -> throw RefusedException.byAnother("rank " + me.rank() + " is just joining");
            case RANK_JOINED -> throw RefusedException.byOwnJob("rank " + me.rank() + " already joined");
        }
    }

    /**
     * The server's side.
     *
     * @return whom it admitted
     * @throws RefusedException if it refused the other side
     * @throws IOException if the other side is no rank, or takes longer than the deadline
     */
    static Identity admit(Socket socket, HandshakeKey key, Membership members, long generation, Deadline deadline)
            throws IOException {
        byte[] serverNonce = Nonce.bytes();
        SocketIo.write(
                socket,
                ByteBuffer.allocate(GREETING_BYTES)
                        .put(preamble())
                        .put(serverNonce)
                        .array());
        checkPreamble(SocketIo.read(socket, PREAMBLE_BYTES, deadline));
        ByteBuffer request = ByteBuffer.wrap(SocketIo.read(socket, REQUEST_BYTES - PREAMBLE_BYTES, deadline));
        byte[] clientNonce = new byte[Nonce.BYTES];
        request.get(clientNonce);
        Identity peer = new Identity(request.getInt(), request.getInt(), request.getLong());
        Transcript transcript = new Transcript(serverNonce, clientNonce, peer);
        Verdict verdict = key.verify(transcript.request(), remaining(request))
                ? judge(peer, members, generation)
                : Verdict.OTHER_TOKEN;
        boolean joined = false;
        try {
            reply(socket, key, transcript, verdict, members.worldSize(), generation);
            if (verdict != Verdict.WELCOME) {
                throw RefusedException.byOwnJob(verdict + " " + peer);
            }
            joined = SocketIo.read(socket, 1, deadline)[0] == CONFIRMATION;
        } finally {
            if (verdict == Verdict.WELCOME) {
                members.endJoin(peer.rank(), joined);
            }
        }
        if (!joined) {
            throw new IOException("the welcome to rank " + peer.rank() + " was not confirmed");
        }
        return peer;
    }

    private static Verdict judge(Identity peer, Membership members, long generation) {
        if (peer.generation() != generation) {
            return Verdict.OTHER_GENERATION;
        }
        if (peer.worldSize() != members.worldSize() || peer.rank() < 0 || peer.rank() >= members.worldSize()) {
            return Verdict.OTHER_WORLD_SIZE;
        }
        return switch (members.startJoin(peer.rank())) {
            case ABSENT -> Verdict.WELCOME;
            case JOINING -> Verdict.RANK_JOINING;
            case JOINED, LEFT -> Verdict.RANK_JOINED;
        };
    }

    private static void reply(
            Socket socket, HandshakeKey key, Transcript transcript, Verdict verdict, int worldSize, long generation)
            throws IOException {
        // A stranger learns neither the size nor the age of the job, and gets no signature to try tokens on.
        boolean stranger = verdict == Verdict.OTHER_TOKEN;
        byte code = verdict.code();
        int shownWorldSize = stranger ? 0 : worldSize;
        long shownGeneration = stranger ? 0 : generation;
        byte[] signature = stranger
                ? new byte[JobToken.SIGNATURE_BYTES]
                : key.sign(transcript.reply(code, shownWorldSize, shownGeneration));
        SocketIo.write(
                socket,
                ByteBuffer.allocate(REPLY_BYTES)
                        .put(code)
                        .putInt(shownWorldSize)
                        .putLong(shownGeneration)
                        .put(signature)
                        .array());
    }

    private static byte[] preamble() {
        return ByteBuffer.allocate(PREAMBLE_BYTES)
                .putLong(MAGIC)
                .putShort(VERSION)
                .array();
    }

    private static void checkPreamble(byte[] bytes) throws IOException {
        if (Arrays.equals(bytes, preamble())) {
            return;
        }
        ByteBuffer received = ByteBuffer.wrap(bytes);
        if (received.getLong() == MAGIC) {
            throw RefusedException.byAnother("protocol version " + received.getShort() + ", here " + VERSION);
        }
        throw new IOException("it speaks another protocol");
    }

    private static byte[] remaining(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
