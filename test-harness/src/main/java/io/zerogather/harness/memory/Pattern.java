package io.zerogather.harness.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The bytes of one rank's shard of one gather. Every byte depends on the rank, the gather and its position, so a shard
 * in another rank's slot, a stale one, or one shifted by a single byte is told apart. Immutable.
 */
public final class Pattern {
    private static final long STEP = 0x9e37_79b9_7f4a_7c15L;

    private final int rank;
    private final long gather;
    private final long seed;

    private Pattern(int rank, long gather) {
        this.rank = rank;
        this.gather = gather;
        this.seed = mix(mix(rank + 1L) ^ gather);
    }

    /**
     * The pattern of one shard.
     *
     * @param rank whose shard, 0-based
     * @param gather a number that no other gather of the run has
     * @return the pattern
     */
    public static Pattern of(int rank, long gather) {
        return new Pattern(rank, gather);
    }

    /**
     * Fills memory from its position 0 to its capacity.
     *
     * @param memory the shard
     */
    public void fill(ByteBuffer memory) {
        ByteBuffer view = littleEndian(memory);
        int words = view.capacity() & -Long.BYTES;
        for (int offset = 0; offset < words; offset += Long.BYTES) {
            view.putLong(offset, word(offset));
        }
        for (int offset = words; offset < view.capacity(); offset++) {
            view.put(offset, byteAt(offset));
        }
    }

    /**
     * Compares memory with the pattern.
     *
     * @param memory the shard, from position 0 to its capacity
     * @param elementBytes size of the elements that are counted
     * @return where it differs
     */
    public Mismatch compare(ByteBuffer memory, int elementBytes) {
        ByteBuffer view = littleEndian(memory);
        Mismatch.Collector wrong = new Mismatch.Collector(elementBytes);
        int words = view.capacity() & -Long.BYTES;
        for (int offset = 0; offset < words; offset += Long.BYTES) {
            if (view.getLong(offset) != word(offset)) {
                compareBytes(view, offset, offset + Long.BYTES, wrong);
            }
        }
        compareBytes(view, words, view.capacity(), wrong);
        return wrong.result();
    }

    private void compareBytes(ByteBuffer view, int from, int to, Mismatch.Collector wrong) {
        for (int offset = from; offset < to; offset++) {
            byte expected = byteAt(offset);
            byte got = view.get(offset);
            if (expected != got) {
                wrong.add(offset, expected, got);
            }
        }
    }

    private long word(int offset) {
        return mix(seed + (offset / Long.BYTES) * STEP);
    }

    private byte byteAt(int offset) {
        return (byte) (word(offset) >>> (Byte.SIZE * (offset % Long.BYTES)));
    }

    private static ByteBuffer littleEndian(ByteBuffer memory) {
        return memory.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Spreads every bit of a number over all bits of the result (two rounds of xor-shift and multiply). */
    private static long mix(long value) {
        long mixed = (value ^ (value >>> 32)) * 0xd6e8_feb8_6659_fd93L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xd6e8_feb8_6659_fd93L;
        return mixed ^ (mixed >>> 32);
    }

    @Override
    public String toString() {
        return "pattern(rank " + rank + ", gather " + gather + ")";
    }
}
