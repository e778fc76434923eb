package io.zerogather.rendezvous;

import java.io.IOException;

/** What a server says to a rank that wants to join. */
enum Verdict {
    WELCOME(0),
    OTHER_TOKEN(1),
    OTHER_GENERATION(2),
    OTHER_WORLD_SIZE(3),
    RANK_JOINING(4),
    RANK_JOINED(5);

    private final byte code;

    Verdict(int code) {
        this.code = (byte) code;
    }

    /** The verdict on the wire. */
    byte code() {
        return code;
    }

    static Verdict of(byte code) throws IOException {
        for (Verdict verdict : values()) {
            if (verdict.code == code) {
                return verdict;
            }
        }
        throw new IOException("unknown verdict " + code);
    }
}
