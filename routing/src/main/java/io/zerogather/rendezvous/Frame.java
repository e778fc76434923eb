package io.zerogather.rendezvous;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;

/**
 * One message between a member and the server: kind, call number, key and value, each of the last two after its length.
 */
final class Frame {

    /** What a frame says. The first three go to the server, the others come from it. */
    enum Kind {
        /** Store this value unless the key has one; answered by {@code VALUE}. */
        SET(1),
        /** Answer with the value once the key has one. */
        AWAIT(2),
        /** Answer that await now, with or without a value. */
        GIVE_UP(3),
        /** The key's value. */
        VALUE(4),
        /** The key has no value, and the call is over. */
        NO_VALUE(5);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        private static Kind of(int code) throws ProtocolException {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new ProtocolException("unknown frame kind " + code);
        }
    }

    private static final byte[] NOTHING = {};

    private final Kind kind;
    private final int call;
    private final byte[] key;
    private final byte[] value;

    private Frame(Kind kind, int call, byte[] key, byte[] value) {
        this.kind = kind;
        this.call = call;
        this.key = key;
        this.value = value;
    }

    static Frame set(int call, String key, byte[] value) {
        return new Frame(Kind.SET, call, Bounds.encodeKey(key), value);
    }

    static Frame await(int call, String key) {
        return new Frame(Kind.AWAIT, call, Bounds.encodeKey(key), NOTHING);
    }

    static Frame giveUp(int call) {
        return new Frame(Kind.GIVE_UP, call, NOTHING, NOTHING);
    }

    static Frame value(int call, byte[] value) {
        return new Frame(Kind.VALUE, call, NOTHING, value);
    }

    static Frame noValue(int call) {
        return new Frame(Kind.NO_VALUE, call, NOTHING, NOTHING);
    }

    Kind kind() {
        return kind;
    }

    int call() {
        return call;
    }

    String key() {
        return new String(key, StandardCharsets.UTF_8);
    }

    /** The value itself, not a copy. */
    byte[] value() {
        return value;
    }

    void writeTo(DataOutputStream output) throws IOException {
        output.writeByte(kind.code);
        output.writeInt(call);
        output.writeShort(key.length);
        output.writeInt(value.length);
        output.write(key);
        output.write(value);
    }

    /**
     * Reads one frame.
     *
     * @throws ProtocolException if a length is out of bounds; nothing has been allocated for it then
     * @throws EOFException if the stream ends
     */
    static Frame readFrom(DataInputStream input) throws IOException {
        Kind kind = Kind.of(input.readUnsignedByte());
        int call = input.readInt();
        int keyBytes = input.readUnsignedShort();
        int valueBytes = input.readInt();
        if (keyBytes > Rendezvous.MAX_KEY_BYTES || valueBytes < 0 || valueBytes > Rendezvous.MAX_VALUE_BYTES) {
            throw new ProtocolException("frame claims a key of " + keyBytes + " bytes and a value of "
                    + Integer.toUnsignedString(valueBytes) + " bytes");
        }
        return new Frame(kind, call, readExactly(input, keyBytes), readExactly(input, valueBytes));
    }

    private static byte[] readExactly(DataInputStream input, int bytes) throws IOException {
        // Grows with what arrives, so that a claimed length alone costs nothing.
        byte[] result = input.readNBytes(bytes);
        if (result.length < bytes) {
            throw new EOFException("stream ended inside a frame");
        }
        return result;
    }
}
