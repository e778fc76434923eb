package io.zerogather.sdma.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.zerogather.AllGatherException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * How the ranks find the control block: what rank 0 publishes in the rendezvous.
 *
 * @param cookie two random numbers that name this group of this job and generation
 * @param block process, descriptor, inode and bytes, as the native library gave them; zeros where creating it failed
 * @param refusal why rank 0 could not create the block, or empty
 */
record BlockHandle(long[] cookie, long[] block, String refusal) {
    private static final int COOKIE_WORDS = 2;
    private static final int BLOCK_WORDS = 4;
    private static final int FIXED_BYTES = (COOKIE_WORDS + BLOCK_WORDS) * Long.BYTES;

    static long[] newCookie() {
        SecureRandom random = new SecureRandom();
        return new long[] {random.nextLong(), random.nextLong()};
    }

    static long[] newBlock() {
        return new long[BLOCK_WORDS];
    }

    byte[] encode() {
        byte[] text = refusal.getBytes(UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(FIXED_BYTES + text.length);
        bytes.asLongBuffer().put(cookie).put(block);
        bytes.position(FIXED_BYTES);
        bytes.put(text);
        return bytes.array();
    }

    static BlockHandle decode(byte[] encoded) {
        if (encoded.length < FIXED_BYTES) {
            throw new AllGatherException(
                    AllGatherException.Category.SETUP,
                    "Rank 0 published a control block handle of " + encoded.length + " bytes, at least " + FIXED_BYTES
                            + " are needed: use one version of Zerogather on all ranks");
        }
        long[] cookie = new long[COOKIE_WORDS];
        long[] block = new long[BLOCK_WORDS];
        ByteBuffer.wrap(encoded).asLongBuffer().get(cookie).get(block);
        String refusal = new String(
                encoded, FIXED_BYTES, encoded.length - FIXED_BYTES, UTF_8);
        return new BlockHandle(cookie, block, refusal);
    }
}
