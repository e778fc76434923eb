package io.zerogather;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.tck.FakeDeviceRuntime;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class DeviceWordTest {
    private static final int BYTES = 64;

    private final DeviceWords words = new DeviceWords(FakeDeviceRuntime.of(1), 0);

    @Test
    void aWordIsUsedAgain() {
        DeviceWord word = words.take();
        assertThat(word.nextValue()).isEqualTo(1);
        words.giveBack(word);
        assertThat(words.take()).isSameAs(word);
        assertThat(word.nextValue()).isEqualTo(2);
    }

    @Test
    void aWordEndsWithTheLargestValue() {
        ByteBuffer page = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
        DeviceWord word = new DeviceWord(page, 4096, 0, Integer.MAX_VALUE - 2);
        assertThat(word.nextValue()).isEqualTo(Integer.MAX_VALUE - 1);
        words.giveBack(word);
        assertThat(words.take()).isSameAs(word);
        assertThat(word.nextValue()).isEqualTo(Integer.MAX_VALUE);
        word.store(Integer.MAX_VALUE);
        words.giveBack(word);
        assertThat(words.take()).as("another one").isNotSameAs(word);
    }
}
