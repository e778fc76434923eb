package io.zerogather.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({"0,0", "4096,4096", "64K,65536", "64k,65536", "1M,1048576", "2G,2147483648", "3MiB,3145728", "7B,7"})
    void readsSizes(String text, long bytes) {
        assertThat(ByteSize.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "K", "-1", "1.5M", "1T", "64 K", "9999999999999999"})
    void refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text)).hasMessageContaining("'" + text + "'");
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThatThrownBy(() -> ByteSize.parse("999999999999999G")).hasMessageContaining("64 bits");
    }
}
