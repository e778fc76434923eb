package io.zerogather.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.settings.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsSectionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DS_SDMA_ALLGATHER          | yes    | 1 (given as \"yes\")                                     | false",
                "DS_SDMA_ALLGATHER_GUARD    | maybe  | 1 (default; \"maybe\" does not change it)                | true",
                "DS_SDMA_ALLGATHER_GUARD    | 0      | 0                                                        | false",
                "DS_SDMA_ALLGATHER_TIMEOUT  | 2.50   | 2.5 seconds (given as \"2.50\")                          | false",
                "DS_SDMA_ALLGATHER_TIMEOUT  | soon   | 600 seconds (default; \"soon\" does not change it)       | true",
                "DS_SDMA_ALLGATHER_LIBRARY  | /a.so  | /a.so                                                    | false",
                "DS_SDMA_ALLGATHER_MAX_NUMEL | 7     | 67108864 elements (\"7\" counts only for a rank that opts in) | false",
                "DS_SDMA_ALLGATHER_TYPO     | 1      | no such setting: it has no effect                        | true"
            })
    void showsWhatCounts(String name, String given, String shown, boolean warning) {
        assertThat(line(Map.of(name, given), name)).satisfies(line -> {
            assertThat(line.value()).isEqualTo(shown);
            assertThat(line.warning()).isEqualTo(warning);
        });
    }

    @Test
    void marksDefaults() {
        assertThat(line(Map.of(), "DS_SDMA_ALLGATHER_FLOOR").value()).isEqualTo("0 bytes (default)");
        assertThat(line(Map.of(), "DS_SDMA_ALLGATHER_LIBRARY").value()).isEqualTo("search (default)");
    }

    @Test
    void keepsTheTokenSecret() {
        String name = "DS_SDMA_ALLGATHER_JOB_TOKEN";

        assertThat(line(Map.of(name, "secret"), name).value()).isEqualTo("set, not shown");
    }

    private static Section.Line line(Map<String, String> environment, String name) {
        return SettingsSection.of(Settings.of(environment), environment).lines().stream()
                .filter(line -> line.topic().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
