package io.zerogather.rendezvous;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** The checks that keys, values and ranks pass before anything is sent or stored. */
final class Bounds {

    /** More ranks than any job has; fewer than would exhaust memory by their number alone. */
    static final int MAX_WORLD_SIZE = 1 << 16;

    private Bounds() {}

    /** The key as bytes; refuses what cannot be told apart once it is encoded. */
    static byte[] encodeKey(String key) {
        ByteBuffer encoded;
        try {
            encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(key));
        } catch (CharacterCodingException unpairedSurrogate) {
            throw new IllegalArgumentException("rendezvous key is not valid Unicode: " + key, unpairedSurrogate);
        }
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        if (bytes.length == 0 || bytes.length > Rendezvous.MAX_KEY_BYTES) {
            throw new IllegalArgumentException("rendezvous key has " + bytes.length + " bytes, must have 1 to "
                    + Rendezvous.MAX_KEY_BYTES + ": " + key);
        }
        return bytes;
    }

    static void checkKey(String key) {
        encodeKey(key);
    }

    static void checkValue(byte[] value) {
        if (value.length > Rendezvous.MAX_VALUE_BYTES) {
            throw new IllegalArgumentException(
                    "rendezvous value has " + value.length + " bytes, must have at most " + Rendezvous.MAX_VALUE_BYTES);
        }
    }

    static void checkRank(int rank, int worldSize) {
        if (worldSize < 1 || worldSize > MAX_WORLD_SIZE) {
            throw new IllegalArgumentException("world size is " + worldSize + ", must be 1 to " + MAX_WORLD_SIZE);
        }
        if (rank < 0 || rank >= worldSize) {
            throw new IllegalArgumentException("rank is " + rank + ", must be 0 to " + (worldSize - 1));
        }
    }
}
