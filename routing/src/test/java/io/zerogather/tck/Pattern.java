package io.zerogather.tck;

/**
 * Contents of one shard: every byte depends on the rank, the gather and the position, so that a shard in a wrong place, of
 * another gather or shifted by any amount is noticed.
 *
 * @param rank whose shard
 * @param gather of which gather
 */
public record Pattern(int rank, long gather) {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    /**
     * The contents.
     *
     * @param length bytes
     * @return a new array
     */
    public byte[] bytes(int length) {
        byte[] result = new byte[length];
        for (int start = 0; start < length; start += Long.BYTES) {
            long word = mixed((rank * 1_000_003L + gather) * STEP + start);
            for (int i = start; i < Math.min(length, start + Long.BYTES); i++) {
                result[i] = (byte) word;
                word >>>= Byte.SIZE;
            }
        }
        return result;
    }

    /** Spreads every bit of the argument over the whole word. */
    private static long mixed(long value) {
        long word = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        word = (word ^ (word >>> 27)) * 0x94D049BB133111EBL;
        return word ^ (word >>> 31);
    }
}
