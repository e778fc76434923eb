package io.zerogather.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every expectation was observed with CPython 3.11. */
class PythonIntegerTest {
    static Stream<Arguments> integers() {
        return Stream.of(
                arguments("0", "0"),
                arguments("67108864", "67108864"),
                arguments("+5", "5"),
                arguments("-5", "-5"),
                arguments("-0", "0"),
                arguments("00012", "12"),
                arguments("1_0", "10"),
                arguments(" 1_000 ", "1000"),
                arguments("\t\n\u000b\f\r7 ", "7"),
                arguments("\u00855", "5"),
                arguments("\u00a05\u3000", "5"),
                arguments("\u20285\u205f", "5"),
                arguments("\u0663", "3"),
                arguments("\uff15", "5"),
                arguments("\ud835\udfd2", "4"),
                arguments("99999999999999999999999999", "99999999999999999999999999"));
    }

    @ParameterizedTest
    @MethodSource("integers")
    void readsWhatPythonReads(String text, String value) {
        assertThat(PythonInteger.parse(text)).contains(new BigInteger(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "64M",
                "1e6",
                "0x10",
                "6.5",
                "1__0",
                "_1",
                "1_",
                "+_5",
                "- 5",
                "+ 5",
                "--5",
                "+",
                "-",
                "1 2",
                "\u001c5",
                "\u001f5\u2003",
                "\u200b5",
                "\ufeff5",
                "\u180e5",
                "\u00b9",
                "five"
            })
    void refusesWhatPythonRefuses(String text) {
        assertThat(PythonInteger.parse(text)).isEmpty();
    }

    @Test
    void countsDigitsButNotUnderscores() {
        assertThat(PythonInteger.parse("0".repeat(4300))).contains(BigInteger.ZERO);
        assertThat(PythonInteger.parse("0".repeat(4301))).isEmpty();
        assertThat(PythonInteger.parse("1_".repeat(4299) + "1")).isPresent();
        assertThat(PythonInteger.parse("1_".repeat(4300) + "1")).isEmpty();
    }
}
