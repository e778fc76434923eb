package io.zerogather.rccl.nccl;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening, each time in a fresh process: one can open one library only. */
class NcclLibraryProcessTest {
    @TempDir
    private Path folder;

    private Path copy(Path stub, String path) throws IOException {
        Path file = folder.toRealPath().resolve(path);
        Files.createDirectories(file.getParent());
        return Files.copy(stub, file);
    }

    @Test
    void rcclIsOpenedFromWhereItIsMeantToBe() throws Exception {
        Path file = copy(Stubs.RCCL, "rocm/lib/librccl.so.1.0");
        Path link = Files.createSymbolicLink(file.resolveSibling("librccl.so.1"), file);
        assertThat(link).exists();
        assertThat(open(Map.of("ROCM_PATH", folder + "/rocm"), "open=RCCL", "open=RCCL"))
                .hasSize(2)
                .allMatch(line -> line.equals("RCCL 2.28.9 at " + file + " (ROCM_PATH)"));
    }

    @Test
    void aWrongFlavourOnTheWayIsPassed() throws Exception {
        Path wrong = copy(Stubs.RCCL, "first/libnccl.so.2");
        Path right = copy(Stubs.NCCL, "second/libnccl.so.2");
        String path = wrong.getParent() + ":" + right.getParent();
        assertThat(open(Map.of("LD_LIBRARY_PATH", path), "open=NCCL"))
                .containsExactly("NCCL 2.28.9 at " + right + " (the loader's path)");
        assertThat(open(Map.of("LD_LIBRARY_PATH", wrong.getParent().toString()), "open=NCCL"))
                .singleElement()
                .asString()
                .startsWith("refused: No NCCL can be used: " + wrong + " (the loader's path) is RCCL, not NCCL")
                .endsWith("DS_SDMA_ALLGATHER_LIBRARY");
    }

    @Test
    void aWrongFlavourThatWasNamedIsRefused() throws Exception {
        Path right = copy(Stubs.NCCL, "second/libnccl.so.2");
        assertThat(open(Map.of("LD_LIBRARY_PATH", right.getParent().toString()), "explicit=" + Stubs.RCCL, "open=NCCL"))
                .singleElement()
                .asString()
                .contains(Stubs.RCCL + " (DS_SDMA_ALLGATHER_LIBRARY) is RCCL, not NCCL");
    }

    @Test
    void theCopyOfAFrameworkIsShared() throws Exception {
        Path framework = copy(Stubs.NCCL, "framework/libnccl.so.2");
        Path other = copy(Stubs.NCCL, "other/libnccl.so.2");
        String path = other.getParent().toString();
        assertThat(open(Map.of("LD_LIBRARY_PATH", path), "before=" + framework, "open=NCCL"))
                .containsExactly("NCCL 2.28.9 at " + framework + " (in this process already)");
    }

    @Test
    void aSecondCopyIsRefusedWithBothNamed() throws Exception {
        Path framework = copy(Stubs.NCCL, "framework/libnccl.so.2");
        Path other = copy(Stubs.NCCL, "other/libnccl.so.2");
        assertThat(open(Map.of(), "before=" + framework, "explicit=" + other, "open=NCCL"))
                .singleElement()
                .asString()
                .contains("A second copy is in this process: " + framework + " beside " + other);
        Path amd = copy(Stubs.RCCL, "framework/librccl.so.1");
        assertThat(open(Map.of(), "before=" + amd, "explicit=" + other, "open=NCCL"))
                .singleElement()
                .asString()
                .contains(amd + " beside " + other);
        assertThat(open(Map.of(), "before=" + framework, "before=" + other, "open=NCCL"))
                .singleElement()
                .asString()
                .contains("A second copy");
    }

    @Test
    void twoNamesOfOneFileAreOneCopy() throws Exception {
        Path framework = copy(Stubs.NCCL, "framework/libnccl.so.2");
        Path link = Files.createSymbolicLink(folder.resolve("libnccl.so"), framework);
        assertThat(open(Map.of(), "before=" + framework, "explicit=" + link, "open=NCCL"))
                .containsExactly("NCCL 2.28.9 at " + framework + " (DS_SDMA_ALLGATHER_LIBRARY)");
    }

    @Test
    void oneThatIsTooOldIsRefused() throws Exception {
        Path old = copy(Stubs.NCCL, "libnccl.so.2");
        assertThat(open(Map.of("ZG_STUB_NCCL_VERSION", "2804"), "explicit=" + old, "open=NCCL", "open=NCCL"))
                .hasSize(2)
                .allMatch(line -> line.contains(old + " (DS_SDMA_ALLGATHER_LIBRARY) is NCCL 2.8.4, and 2.18"));
    }

    @Test
    void oneThatCannotSplitIsPassed() throws Exception {
        Path old = copy(Stubs.NCCL_WITHOUT_SPLIT, "old/libnccl.so.2");
        Path right = copy(Stubs.NCCL, "new/libnccl.so.2");
        assertThat(open(Map.of("LD_LIBRARY_PATH", old.getParent() + ":" + right.getParent()), "open=NCCL"))
                .containsExactly("NCCL 2.28.9 at " + right + " (the loader's path)");
        assertThat(open(Map.of(), "explicit=" + old, "open=NCCL"))
                .singleElement()
                .asString()
                .contains(old + " (DS_SDMA_ALLGATHER_LIBRARY) does not export ncclCommSplit");
    }

    @Test
    void oneWhoseOwnNeedsAreMissingIsPassed() throws Exception {
        Path broken = copy(Stubs.NCCL, "broken/libnccl.so.2");
        String text = Files.readString(broken, ISO_8859_1);
        Files.writeString(broken, text.replace("libstdc++.so.6", "libstdc++.so.X"), ISO_8859_1);
        assertThat(open(Map.of(), "explicit=" + broken, "open=NCCL"))
                .singleElement()
                .asString()
                .contains(broken + " (DS_SDMA_ALLGATHER_LIBRARY) cannot be loaded")
                .contains("libstdc++.so.X");
        Path right = copy(Stubs.NCCL, "right/libnccl.so.2");
        assertThat(open(Map.of("LD_LIBRARY_PATH", broken.getParent() + ":" + right.getParent()), "open=NCCL"))
                .containsExactly("NCCL 2.28.9 at " + right + " (the loader's path)");
    }

    @Test
    void aMachineWithoutTheLibraryIsToldSo() throws Exception {
        assertThat(open(Map.of(), "root=" + folder, "open=NCCL", "open=RCCL", "open=NCCL"))
                .containsExactly(
                        "refused: No NCCL can be used: libnccl.so.2 is neither beside a framework nor on the loader's"
                                + " path. Install it, or name the file in DS_SDMA_ALLGATHER_LIBRARY",
                        "refused: No RCCL can be used: librccl.so.1 is neither beside a framework nor on the loader's"
                                + " path. Install it, or name the file in DS_SDMA_ALLGATHER_LIBRARY",
                        "refused: No NCCL can be used: libnccl.so.2 is neither beside a framework nor on the loader's"
                                + " path. Install it, or name the file in DS_SDMA_ALLGATHER_LIBRARY");
    }

    @Test
    void theOtherFlavourIsRefusedAfterTheFirst() throws Exception {
        assertThat(open(
                        Map.of(
                                "LD_LIBRARY_PATH",
                                copy(Stubs.NCCL, "libnccl.so.2").getParent().toString()),
                        "open=RCCL",
                        "open=NCCL",
                        "open=RCCL"))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("refused: No RCCL can be used"),
                        second -> assertThat(second).startsWith("NCCL 2.28.9 at"),
                        third -> assertThat(third).startsWith("refused: RCCL cannot be used: this process has NCCL"));
    }

    /** What it prints, a line for each attempt. */
    private List<String> open(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OpenMain.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(List.of("PYTHONPATH", "VIRTUAL_ENV", "CONDA_PREFIX", "PATH"));
        builder.environment().putAll(environment);
        Path errors = folder.resolve("errors");
        Process process = builder.redirectError(errors.toFile()).start();
        try (InputStream output = process.getInputStream()) {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as(() -> "it said " + errors.toFile())
                    .isZero();
            return new String(output.readAllBytes(), UTF_8).lines().toList();
        } finally {
            process.destroyForcibly();
        }
    }
}
