package io.zerogather.harness.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class GuardedBufferTest {
    private static final int BYTES = 33;

    @Test
    void isIntactWhateverIsWrittenInside() {
        GuardedBuffer buffer = new GuardedBuffer(block(5), BYTES, 5);

        Pattern.of(0, 0).fill(buffer.bytes());

        assertThat(buffer.damage()).isEmpty();
    }

    @Test
    void noticesEveryChangedGuardByte() {
        for (int distance = 1; distance <= GuardedBuffer.GUARD_BYTES; distance++) {
            Memory block = block(0);
            GuardedBuffer buffer = new GuardedBuffer(block, BYTES, 0);
            flip(block, GuardedBuffer.GUARD_BYTES - distance);
            assertThat(buffer.damage()).contains("byte " + distance + " before the buffer was overwritten");

            Memory other = block(0);
            GuardedBuffer second = new GuardedBuffer(other, BYTES, 0);
            flip(other, GuardedBuffer.GUARD_BYTES + BYTES + distance - 1);
            assertThat(second.damage()).contains("byte " + distance + " behind the buffer was overwritten");
        }
    }

    @Test
    void startsWhereItIsTold() {
        Scratch scratch = Scratch.ordinary();
        long usual = scratch.buffer("a", BYTES).device().address();

        assertThat(scratch.buffer("a", BYTES - 3, 3).device().address()).isEqualTo(usual + 3);
        assertThat(scratch.buffer("b", BYTES).device().address()).isNotEqualTo(usual);
    }

    @Test
    void showsBackendAndProgramTheSameBytes() {
        GuardedBuffer buffer = Scratch.ordinary().buffer("a", BYTES);

        assertThat(buffer.device().bytes()).isEqualTo(BYTES);
        assertThat(buffer.bytes().capacity()).isEqualTo(BYTES);
        assertThat(buffer.bytes(8, 4).capacity()).isEqualTo(4);
    }

    @Test
    void refusesWhatOneBufferCannotHold() {
        assertThatThrownBy(() -> Scratch.ordinary().buffer("a", 1L << 31))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2147483904 bytes")
                .hasMessageContaining("fewer ranks");
    }

    private static Memory block(int misalignment) {
        return SharedMemory.allocate((int) GuardedBuffer.blockBytes(BYTES, misalignment));
    }

    private static void flip(Memory block, int offset) {
        block.bytes().put(offset, (byte) ~block.bytes().get(offset));
    }
}
