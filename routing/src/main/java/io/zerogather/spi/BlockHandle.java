package io.zerogather.spi;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.zerogather.AllGatherException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.security.SecureRandom;

/** How the ranks find the control block: what rank 0 publishes in the rendezvous. */
final class BlockHandle {
    private static final int COOKIE_WORDS = 2;
    private static final int BLOCK_WORDS = 4;
    private static final int FIXED_BYTES = (COOKIE_WORDS + BLOCK_WORDS) * Long.BYTES;

    private final long[] cookie;
    private final long[] block;
    private final String refusal;

    private BlockHandle(long[] cookie, long[] block, String refusal) {
        this.cookie = cookie;
        this.block = block;
        this.refusal = refusal;
    }

    /** A handle with a new cookie and nothing behind it yet. */
    static BlockHandle create() {
        SecureRandom random = new SecureRandom();
        long[] cookie = {random.nextLong(), random.nextLong()};
        return new BlockHandle(cookie, new long[BLOCK_WORDS], "");
    }

    BlockHandle refused(String why) {
        return new BlockHandle(cookie, block, why);
    }

    /** Two random numbers that name this group of this job and generation. */
    long[] cookie() {
        return cookie;
    }

    /** Process, descriptor, inode and bytes, filled in and read by the native library. */
    long[] block() {
        return block;
    }

    /** Why rank 0 could not create the block, or empty. */
    String refusal() {
        return refusal;
    }

    byte[] encode() {
        byte[] text = refusal.getBytes(UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(FIXED_BYTES + text.length);
        LongBuffer words = bytes.asLongBuffer();
        words.put(cookie);
        words.put(block);
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
        LongBuffer words = ByteBuffer.wrap(encoded).asLongBuffer();
        words.get(cookie);
        words.get(block);
        return new BlockHandle(cookie, block, new String(encoded, FIXED_BYTES, encoded.length - FIXED_BYTES, UTF_8));
    }
}
