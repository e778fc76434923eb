package io.zerogather.harness.memory;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where memory differs from its pattern.
 *
 * @param wrongBytes bytes that differ
 * @param wrongElements elements with such bytes
 * @param firstOffset offset of the first of them in bytes, or -1
 * @param expected what it should be
 * @param got what it is
 * @param values the first few different values among the wrong bytes, 0 to 255
 */
public record Mismatch(
        long wrongBytes, long wrongElements, long firstOffset, int expected, int got, List<Integer> values) {
    private static final int MAX_VALUES = 10;

    /**
     * Whether every byte is right.
     *
     * @return true if nothing differs
     */
    public boolean isNone() {
        return wrongBytes == 0;
    }

    /**
     * The first difference in words.
     *
     * @return for example {@code first bad byte at offset 64: expected 0x1f, got 0x00 (128 bytes wrong)}
     */
    public String describe() {
        return String.format(
                "first bad byte at offset %d: expected 0x%02x, got 0x%02x (%d bytes wrong)",
                firstOffset, expected, got, wrongBytes);
    }

    /** Gathers differences in the order of their offsets. */
    static final class Collector {
        private final Set<Integer> values = new LinkedHashSet<>();
        private final int elementBytes;
        private long wrongBytes;
        private long wrongElements;
        private long lastElement = -1;
        private long firstOffset = -1;
        private int firstExpected;
        private int firstGot;

        Collector(int elementBytes) {
            this.elementBytes = elementBytes;
        }

        void add(long offset, byte expected, byte got) {
            if (wrongBytes == 0) {
                firstOffset = offset;
                firstExpected = Byte.toUnsignedInt(expected);
                firstGot = Byte.toUnsignedInt(got);
            }
            wrongBytes++;
            if (offset / elementBytes != lastElement) {
                lastElement = offset / elementBytes;
                wrongElements++;
            }
            if (values.size() < MAX_VALUES) {
                values.add(Byte.toUnsignedInt(got));
            }
        }

        Mismatch result() {
            return new Mismatch(wrongBytes, wrongElements, firstOffset, firstExpected, firstGot, List.copyOf(values));
        }
    }
}
