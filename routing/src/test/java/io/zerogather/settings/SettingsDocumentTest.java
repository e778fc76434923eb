package io.zerogather.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "settings.md");

    @Test
    void documentsEverySettingAsItIsDeclared() throws IOException {
        List<String> declared = Arrays.stream(Setting.values())
                .map(setting -> "| `" + setting.variable() + "` | " + setting.type() + " | "
                        + (setting.unit().isEmpty() ? "" : setting.unit() + " ")
                        + (setting.defaultText().isEmpty() ? "| | " : "| `" + setting.defaultText() + "` | ")
                        + setting.description() + " |")
                .toList();

        List<String> documented = Files.readAllLines(DOCUMENT).stream()
                .takeWhile(line -> !line.startsWith("## "))
                .filter(line -> line.startsWith("| `"))
                .toList();

        assertThat(documented).isEqualTo(declared);
    }

    @Test
    void documentsEveryVariableThatIsReadElsewhere() throws IOException {
        assertThat(Files.readString(DOCUMENT)).contains(Setting.knownVariables());
    }
}
