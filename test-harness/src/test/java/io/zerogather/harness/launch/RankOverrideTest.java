package io.zerogather.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankOverrideTest {
    @Test
    void readsRankNameAndValue() {
        assertThat(RankOverride.parse("12:A_B=c=d:e")).isEqualTo(new RankOverride(12, "A_B", "c=d:e"));
        assertThat(RankOverride.parse("0:EMPTY=")).isEqualTo(new RankOverride(0, "EMPTY", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "A=b", ":A=b", "1:=b", "1:A", "x:A=b", "-1:A=b", "99999999999:A=b"})
    void saysWhatIsMalformed(String text) {
        assertThatThrownBy(() -> RankOverride.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("RANK:NAME=VALUE");
    }
}
