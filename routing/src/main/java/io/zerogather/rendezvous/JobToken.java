package io.zerogather.rendezvous;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What the processes of one job have in common and others have not. It is used as a key and never sent, stored or
 * printed; one that can be guessed keeps jobs apart but keeps nobody out. Immutable.
 */
public final class JobToken {

    /** Length of what {@link #sign} returns. */
    static final int SIGNATURE_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    private JobToken(String text) {
        // Hashed first: the algorithm refuses an empty key, and a token may be empty.
        this.key = new SecretKeySpec(Digest.sha256(text.getBytes(StandardCharsets.UTF_8)), ALGORITHM);
    }

    /**
     * A token.
     *
     * @param text any text, equal on all ranks of the job
     * @return the token
     */
    public static JobToken of(String text) {
        return new JobToken(text);
    }

    /** The keyed digest of a message. */
    byte[] sign(byte[] message) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(message);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this Java runtime has no " + ALGORITHM, missing);
        }
    }

    /** Whether a holder of the same token signed this message; takes the same time for any wrong signature. */
    boolean verify(byte[] message, byte[] signature) {
        return MessageDigest.isEqual(sign(message), signature);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JobToken token && MessageDigest.isEqual(key.getEncoded(), token.key.getEncoded());
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    /** Says nothing about the token. */
    @Override
    public String toString() {
        return "JobToken[hidden]";
    }
}
