package io.zerogather.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SwitchTest {
    @ParameterizedTest
    @ValueSource(strings = {"1", "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"})
    void knowsTenTextsForOn(String text) {
        assertThat(Switch.parse(text)).contains(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"})
    void knowsClearTextsForOff(String text) {
        assertThat(Switch.parse(text)).contains(false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " 1", "1 ", "tRUE", "y", "Y", "2", "enable", "oN", "YeS", "1\n", "true,"})
    void takesNothingElseForOn(String text) {
        assertThat(Switch.parse(text)).isEmpty();
    }
}
