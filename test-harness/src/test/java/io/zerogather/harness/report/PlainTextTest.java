package io.zerogather.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTextTest {
    @Test
    void escapesWhatATerminalWouldActOn() {
        assertThat(PlainText.of("a\u001b[1m\n\u0085\u202e\ud800z", 100))
                .isEqualTo("a\\u001b[1m\\u000a\\u0085\\u202e\\ud800z");
    }

    @Test
    void leavesOrdinaryTextAsItIs() {
        assertThat(PlainText.of("C:\\x = \u00e4 \ud83d\ude00 \"q\"", 100))
                .isEqualTo("C:\\x = \u00e4 \ud83d\ude00 \"q\"");
    }

    @Test
    void cutsTheMiddleAndSaysHowLongTheTextWas() {
        assertThat(PlainText.of("0123456789", 8)).isEqualTo("012345 ...(10 characters)... 89");
        assertThat(PlainText.of("01234567", 8)).isEqualTo("01234567");
    }
}
