package io.zerogather.jni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads what is packed in the jar, in processes of its own. */
class NativeLibraryIT {
    private static final String LIBRARY = "zerogather_jni";

    @TempDir
    private Path temporary;

    @Test
    void theLibraryIsInTheJar() {
        assertThat(NativeLibrary.class.getResource("/META-INF/native/" + Platform.current() + "/lib" + LIBRARY + ".so"))
                .hasProtocol("jar");
    }

    @Test
    void leavesNothingInTheFolderForTemporaryFiles() throws Exception {
        assertThat(outputOf(start(List.of()))).isEqualTo("loaded");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void processesThatStartTogetherDoNotDisturbEachOther() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(start(List.of()));
        }
        for (Process process : processes) {
            assertThat(outputOf(process)).isEqualTo("loaded");
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void explainsAFolderThatIsMountedNoexec() throws Exception {
        // A mount that only the child sees; not every container allows it.
        List<String> inNamespace = List.of("unshare", "-rm", "sh", "-c");
        String mount = "mount -t tmpfs -o noexec none '" + temporary + "'";
        List<String> attempt = new ArrayList<>(inNamespace);
        attempt.add(mount);
        assumeThat(exitStatusOf(attempt))
                .as("this machine lets a process mount for itself")
                .isZero();
        List<String> prefix = new ArrayList<>(inNamespace);
        prefix.add(mount + " && exec \"$@\"");
        prefix.add("sh");
        assertThat(outputOf(start(prefix)))
                .contains(temporary.toString())
                .contains("noexec")
                .contains("-Djava.io.tmpdir")
                .contains("-Dzerogather.native.path");
    }

    private Process start(List<String> prefix) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-XX:-UsePerfData", // it has its file in the folder for temporary files
                "-cp",
                System.getProperty("java.class.path"),
                LoadMain.class.getName(),
                LIBRARY));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static String outputOf(Process process) throws IOException, InterruptedException {
        try (InputStream output = process.getInputStream()) {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
        } finally {
            process.destroyForcibly();
        }
    }

    private static int exitStatusOf(List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).start();
            return process.waitFor(60, TimeUnit.SECONDS) ? process.exitValue() : -1;
        } catch (IOException e) {
            return -1;
        }
    }
}
