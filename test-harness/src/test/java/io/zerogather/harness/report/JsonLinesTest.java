package io.zerogather.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesTest {
    @Test
    void writesThroughLineByLine(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("figures.jsonl");
        try (JsonLines lines = JsonLines.create(file)) {
            lines.write(new JsonObject().put("a", 1));
            assertThat(file).hasContent("{\"a\":1}");
            lines.write(new JsonObject().put("a", 2));
        }

        assertThat(Files.readAllLines(file)).containsExactly("{\"a\":1}", "{\"a\":2}");
    }

    @Test
    void namesTheFileThatCannotBeWritten(@TempDir Path folder) {
        assertThatThrownBy(() -> JsonLines.create(folder.resolve("none/figures.jsonl")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("none/figures.jsonl");
    }
}
