package io.zerogather.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.spi.EngineProvider;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServicesTest {
    @Test
    void keepsWhatCanBeLoadedAndSaysWhatCannot(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("META-INF/services/" + EngineProvider.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, "io.zerogather.missing.Engine\n");
        try (URLClassLoader classes =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, EngineProvider.class.getClassLoader())) {
            Services<EngineProvider> services = Services.of(ServiceLoader.load(EngineProvider.class, classes));

            assertThat(services.loaded()).extracting(EngineProvider::name).contains("host");
            assertThat(services.broken()).singleElement().asString().contains("io.zerogather.missing.Engine");
        }
    }
}
