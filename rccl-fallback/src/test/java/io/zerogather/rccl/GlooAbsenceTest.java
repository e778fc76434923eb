package io.zerogather.rccl;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines without Gloo, or with a library that does not fit: the probe says exactly why. */
@RequiresGloo
class GlooAbsenceTest {
    @TempDir
    private Path folder;

    @Test
    void aMachineWithoutGlooIsToldWhatToInstall() throws Exception {
        // The real library, made to need a file that is nowhere.
        String library = new String(libraryBytes(), ISO_8859_1).replace("libgloo.so.0", "libgloo.so.X");
        assertThat(probe(Files.write(folder.resolve("gloo.so"), library.getBytes(ISO_8859_1))))
                .contains("libgloo.so.X")
                .contains("cannot open shared object file")
                .contains("install Gloo (Debian: libgloo0)");
    }

    @Test
    void aWrongPathIsNamed() throws Exception {
        Path absent = folder.resolve("absent.so");
        assertThat(probe(absent)).contains("-Dzerogather.gloo.path=" + absent).contains("names no file");
    }

    @Test
    void theRightPathIsUsed() throws Exception {
        assertThat(probe(Files.write(folder.resolve("gloo.so"), libraryBytes())))
                .isEqualTo("available");
    }

    private static byte[] libraryBytes() throws IOException {
        ClassLoader loader = GlooAbsenceTest.class.getClassLoader();
        URL library = Stream.of("linux-x86_64", "linux-aarch_64")
                .map(platform -> loader.getResource("META-INF/native/" + platform + "/libzerogather_gloo.so"))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
        try (InputStream in = library.openStream()) {
            return in.readAllBytes();
        }
    }

    private static String probe(Path library) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dzerogather.gloo.path=" + library,
                        "-cp",
                        System.getProperty("java.class.path"),
                        ProbeMain.class.getName()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (InputStream output = process.getInputStream()) {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new String(output.readAllBytes(), UTF_8).strip();
        } finally {
            process.destroyForcibly();
        }
    }
}
