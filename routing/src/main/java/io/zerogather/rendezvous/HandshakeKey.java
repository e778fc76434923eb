package io.zerogather.rendezvous;

import java.nio.ByteBuffer;

/**
 * The key of a job's handshakes. The master port is part of it because the default tokens of two jobs can be equal,
 * their ports cannot.
 *
 * @param token the job's token
 * @param masterPort the port that the job was started with
 */
record HandshakeKey(JobToken token, int masterPort) {

    byte[] sign(byte[] message) {
        return token.sign(withPort(message));
    }

    boolean verify(byte[] message, byte[] signature) {
        return token.verify(withPort(message), signature);
    }

    private byte[] withPort(byte[] message) {
        return ByteBuffer.allocate(Integer.BYTES + message.length)
                .putInt(masterPort)
                .put(message)
                .array();
    }
}
