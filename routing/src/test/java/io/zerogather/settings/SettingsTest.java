package io.zerogather.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    private final List<String> warnings = new ArrayList<>();

    @Test
    void hasTheReferencesDefaults() {
        assertThat(Settings.of(Map.of()))
                .isEqualTo(new Settings(
                        false,
                        67_108_864,
                        false,
                        "auto",
                        "auto",
                        0,
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(2),
                        false,
                        true,
                        "",
                        ""));
    }

    @Test
    void readsEveryVariable() {
        Map<String, String> environment = new HashMap<>();
        environment.put("DS_SDMA_ALLGATHER", "Yes");
        environment.put("DS_SDMA_ALLGATHER_MAX_NUMEL", "1_000");
        environment.put("DS_SDMA_ALLGATHER_REQUIRE", "on");
        environment.put("DS_SDMA_ALLGATHER_ENGINE", "host");
        environment.put("DS_SDMA_ALLGATHER_FALLBACK", "gloo");
        environment.put("DS_SDMA_ALLGATHER_FLOOR", "4096");
        environment.put("DS_SDMA_ALLGATHER_TIMEOUT", "0.25");
        environment.put("DS_SDMA_ALLGATHER_OPEN_TIMEOUT", "30");
        environment.put("DS_SDMA_ALLGATHER_EXTENDED_DTYPES", "1");
        environment.put("DS_SDMA_ALLGATHER_GUARD", "0");
        environment.put("DS_SDMA_ALLGATHER_LIBRARY", "/opt/nccl/libnccl.so.2");
        environment.put("DS_SDMA_ALLGATHER_GPU_LIBRARY", "/opt/gpu/libcuda.so.1");

        assertThat(read(environment))
                .isEqualTo(new Settings(
                        true,
                        1000,
                        true,
                        "host",
                        "gloo",
                        4096,
                        Duration.ofMillis(250),
                        Duration.ofSeconds(30),
                        true,
                        false,
                        "/opt/nccl/libnccl.so.2",
                        "/opt/gpu/libcuda.so.1"));
        assertThat(warnings).isEmpty();
    }

    @Test
    @DisplayName("the limit is not read when not opted in (C8)")
    void ignoresTheLimitUnlessOptedIn() {
        Settings settings = read(Map.of("DS_SDMA_ALLGATHER_MAX_NUMEL", "64M"));

        assertThat(settings.maxElements()).isEqualTo(Settings.DEFAULT_MAX_ELEMENTS);
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'0', 0", "'-5', 0", "'10', 10", "'64M', 67108864", "'', 67108864", "'1e6', 67108864"})
    void readsTheLimitAsTheReferenceDoes(String text, long elements) {
        assertThat(limit(text).maxElements()).isEqualTo(elements);
    }

    @ParameterizedTest
    @CsvSource({"'64M', 67108864", "'', 67108864", "'-5', 0"})
    void saysWhatItTakesInThePlaceOfAMalformedLimit(String text, String used) {
        Settings unused = limit(text);

        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("DS_SDMA_ALLGATHER_MAX_NUMEL", "\"" + text + "\"", "using " + used);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2305843009213693952",
                "9223372036854775807",
                "9223372036854775808",
                "1_000_000_000_000_000_000_000"
            })
    void takesLimitsThatCannotBeUsedForValid(String text) {
        Settings settings = limit(text);

        assertThat(settings.limitUsable()).isFalse();
        assertThat(settings.enabled()).isTrue();
        assertThat(warnings).isEmpty();
    }

    @Test
    void usesTheLargestLimitWhoseBytesFit() {
        assertThat(limit("2305843009213693951").limitUsable()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "DS_SDMA_ALLGATHER, enable, 0",
        "DS_SDMA_ALLGATHER_REQUIRE, ' 1', 0",
        "DS_SDMA_ALLGATHER_GUARD, 2, 1",
        "DS_SDMA_ALLGATHER_EXTENDED_DTYPES, y, 0",
        "DS_SDMA_ALLGATHER_FLOOR, 4k, 0",
        "DS_SDMA_ALLGATHER_FLOOR, -1, 0",
        "DS_SDMA_ALLGATHER_FLOOR, 9223372036854775808, 0",
        "DS_SDMA_ALLGATHER_TIMEOUT, 0, 600",
        "DS_SDMA_ALLGATHER_TIMEOUT, -3, 600",
        "DS_SDMA_ALLGATHER_TIMEOUT, 10m, 600",
        "DS_SDMA_ALLGATHER_TIMEOUT, 1e3, 600",
        "DS_SDMA_ALLGATHER_TIMEOUT, 0.0000000001, 600",
        "DS_SDMA_ALLGATHER_OPEN_TIMEOUT, nan, 120",
        "DS_SDMA_ALLGATHER_ENGINE, Host!, auto",
        "DS_SDMA_ALLGATHER_FALLBACK, 'gloo,rccl', auto"
    })
    void saysOnceWhatItTakesInThePlaceOfAMalformedValue(String variable, String text, String used) {
        Settings settings = read(Map.of(variable, text));

        assertThat(settings).isEqualTo(Settings.of(Map.of()));
        assertThat(warnings)
                .singleElement()
                .asString()
                .startsWith(variable + "=\"" + text + "\" is not a valid ")
                .endsWith("; using " + used);
    }

    @Test
    void takesEmptyVariablesForUnset() {
        Map<String, String> environment = new HashMap<>();
        for (Setting setting : Setting.values()) {
            environment.put(setting.variable(), "");
        }

        assertThat(read(environment)).isEqualTo(Settings.of(Map.of()));
        assertThat(warnings).isEmpty();
    }

    @Test
    void limitsTimeoutsToWhatClocksCanCount() {
        assertThat(read(Map.of("DS_SDMA_ALLGATHER_TIMEOUT", "999999999999999999"))
                        .timeout())
                .isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    }

    @Test
    void namesUnknownVariablesOfOurPrefixOnce() {
        Settings unused = read(Map.of(
                "DS_SDMA_ALLGATHER_FLOR", "1",
                "DS_SDMA_ALLGATHER_MAXNUMEL", "1",
                "DS_SDMA_ALLGATHER_JOB_TOKEN", "secret",
                "DS_SDMA_ALLGATHER_RENDEZVOUS", "tcp",
                "DS_SDMA_ALLREDUCE", "1"));

        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("DS_SDMA_ALLGATHER_FLOR, DS_SDMA_ALLGATHER_MAXNUMEL have no effect")
                .contains("DS_SDMA_ALLGATHER_FLOOR", "DS_SDMA_ALLGATHER_JOB_TOKEN")
                .doesNotContain("secret", "ALLREDUCE");
    }

    @Test
    void cutsLongValuesInWarnings() {
        Settings unused = limit("9".repeat(5000));

        assertThat(warnings).singleElement().asString().hasSizeLessThan(250);
    }

    private Settings limit(String text) {
        return read(Map.of("DS_SDMA_ALLGATHER", "1", "DS_SDMA_ALLGATHER_MAX_NUMEL", text));
    }

    private Settings read(Map<String, String> environment) {
        return new SettingsReader(environment, warnings::add).read();
    }
}
