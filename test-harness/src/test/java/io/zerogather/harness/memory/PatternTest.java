package io.zerogather.harness.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternTest {
    private static final int BYTES = 61;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16, 17, 4099})
    void recognisesWhatItWrote(int bytes) {
        Pattern pattern = Pattern.of(3, 12);

        assertThat(pattern.compare(filled(pattern, bytes), 1).isNone()).isTrue();
    }

    @Test
    void seesEverySingleChangedByte() {
        Pattern pattern = Pattern.of(0, 0);
        for (int changed = 0; changed < BYTES; changed++) {
            ByteBuffer memory = filled(pattern, BYTES);
            memory.put(changed, (byte) ~memory.get(changed));

            Mismatch mismatch = pattern.compare(memory, 1);

            assertThat(mismatch.wrongBytes()).isEqualTo(1);
            assertThat(mismatch.firstOffset()).isEqualTo(changed);
            assertThat(mismatch.got()).isEqualTo(~mismatch.expected() & 0xff);
        }
    }

    @Test
    void tellsRanksGathersAndShiftsApart() {
        ByteBuffer memory = filled(Pattern.of(1, 5), 4096);

        assertThat(Pattern.of(0, 5).compare(memory, 1).wrongBytes()).isGreaterThan(3900);
        assertThat(Pattern.of(1, 4).compare(memory, 1).wrongBytes()).isGreaterThan(3900);
        ByteBuffer shifted =
                ByteBuffer.allocate(4095).put(memory.slice(1, 4095)).clear();
        assertThat(Pattern.of(1, 5).compare(shifted, 1).wrongBytes()).isGreaterThan(3900);
    }

    @Test
    void countsElementsOnceHoweverManyOfTheirBytesAreWrong() {
        Pattern pattern = Pattern.of(2, 9);
        ByteBuffer memory = filled(pattern, 64);
        for (int offset : new int[] {8, 9, 11, 40}) {
            memory.put(offset, (byte) ~memory.get(offset));
        }

        Mismatch mismatch = pattern.compare(memory, 4);

        assertThat(mismatch.wrongBytes()).isEqualTo(4);
        assertThat(mismatch.wrongElements()).isEqualTo(2);
        assertThat(mismatch.describe()).startsWith("first bad byte at offset 8: expected 0x");
    }

    @Test
    void listsTheFirstDifferentWrongValuesOnly() {
        ByteBuffer memory = ByteBuffer.allocate(4096);

        assertThat(Pattern.of(0, 1).compare(memory, 1).values()).containsExactly(0);
        assertThat(Pattern.of(0, 1).compare(filled(Pattern.of(1, 1), 4096), 1).values())
                .hasSize(10)
                .doesNotHaveDuplicates();
    }

    private static ByteBuffer filled(Pattern pattern, int bytes) {
        ByteBuffer memory = ByteBuffer.allocate(bytes);
        pattern.fill(memory);
        return memory;
    }
}
