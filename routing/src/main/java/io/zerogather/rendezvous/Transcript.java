package io.zerogather.rendezvous;

import java.nio.ByteBuffer;

/**
 * What the signatures of one handshake cover. The label keeps one side's signature from being sent back to it as the
 * other's.
 */
final class Transcript {

    private static final byte REQUEST = 'C';
    private static final byte REPLY = 'S';

    private final byte[] serverNonce;
    private final byte[] clientNonce;
    private final Identity client;

    Transcript(byte[] serverNonce, byte[] clientNonce, Identity client) {
        this.serverNonce = serverNonce;
        this.clientNonce = clientNonce;
        this.client = client;
    }

    byte[] request() {
        return common(REQUEST, 0).array();
    }

    byte[] reply(byte verdict, int worldSize, long generation) {
        return common(REPLY, Handshake.DECISION_BYTES)
                .put(verdict)
                .putInt(worldSize)
                .putLong(generation)
                .array();
    }

    static byte[] bytesOf(Identity identity) {
        return ByteBuffer.allocate(Handshake.IDENTITY_BYTES)
                .putInt(identity.rank())
                .putInt(identity.worldSize())
                .putLong(identity.generation())
                .array();
    }

    private ByteBuffer common(byte label, int extraBytes) {
        return ByteBuffer.allocate(1 + 2 * Nonce.BYTES + Handshake.IDENTITY_BYTES + extraBytes)
                .put(label)
                .put(serverNonce)
                .put(clientNonce)
                .put(bytesOf(client));
    }
}
