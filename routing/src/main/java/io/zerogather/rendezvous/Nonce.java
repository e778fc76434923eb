package io.zerogather.rendezvous;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Values that nobody has used before. */
final class Nonce {

    static final int BYTES = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    private Nonce() {}

    static byte[] bytes() {
        byte[] nonce = new byte[BYTES];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    /** A shorter one, for file names. */
    static String text() {
        byte[] nonce = new byte[16];
        RANDOM.nextBytes(nonce);
        return HexFormat.of().formatHex(nonce);
    }
}
