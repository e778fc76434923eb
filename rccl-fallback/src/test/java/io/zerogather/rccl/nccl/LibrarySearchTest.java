package io.zerogather.rccl.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.rccl.nccl.LibrarySearch.Candidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The order in which places are tried, in a made-up machine. */
class LibrarySearchTest {
    @TempDir
    private Path root;

    private Path file(String path) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "");
    }

    private List<Path> found(Flavour flavour, Map<String, String> environment) {
        return new LibrarySearch(null, environment, root)
                .candidates(flavour).stream().map(Candidate::path).toList();
    }

    @Test
    void frameworksComeBeforeTheLoadersPath() throws IOException {
        Path torch = file("path/torch/lib/libnccl.so.2");
        Path wheel = file("venv/lib/python3.12/site-packages/nvidia/nccl/lib/libnccl.so.2");
        Path conda = file("conda/lib/libnccl.so.2");
        Path loaded = file("loaded/libnccl.so.2");
        Path system = file("usr/lib/x86_64-linux-gnu/libnccl.so.2");
        Map<String, String> environment = Map.of(
                "PYTHONPATH",
                root + "/absent:" + root.resolve("path"),
                "VIRTUAL_ENV",
                root.resolve("venv").toString(),
                "CONDA_PREFIX",
                root.resolve("conda").toString(),
                "LD_LIBRARY_PATH",
                ":" + root.resolve("loaded"));
        assertThat(found(Flavour.NCCL, environment)).containsExactly(torch, wheel, conda, loaded, system);
        assertThat(found(Flavour.RCCL, environment)).isEmpty();
    }

    @Test
    void thePython3OfThePathIsAVirtualEnvironmentOrTheSystem() throws IOException {
        Path python = file("usr/bin/python3.11");
        assertThat(python.toFile().setExecutable(true)).isTrue();
        Path link = root.resolve("venv/bin/python3");
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, python);
        Path inVenv = file("venv/lib/python3.11/site-packages/nvidia/nccl/lib/libnccl.so.2");
        Path inSystem = file("usr/lib/python3/dist-packages/nvidia/nccl/lib/libnccl.so.2");
        assertThat(found(Flavour.NCCL, Map.of("PATH", root + "/none:" + link.getParent())))
                .containsExactly(inVenv, inSystem);
    }

    @Test
    void rcclIsBesideAFrameworkOrInRocm() throws IOException {
        Path torch = file("path/torch/lib/librccl.so");
        Path distribution = file("path/_rocm_sdk_libraries_gfx94X/lib/librccl.so.1");
        Path standard = file("opt/rocm/lib/librccl.so.1");
        Path named = file("rocm-7/lib/librccl.so.1");
        String path = root.resolve("path").toString();
        assertThat(found(Flavour.RCCL, Map.of("PYTHONPATH", path))).containsExactly(torch, distribution, standard);
        assertThat(found(
                        Flavour.RCCL, Map.of("ROCM_PATH", root.resolve("rocm-7").toString())))
                .containsExactly(named);
    }

    @Test
    void theCopyOfTheProcessIsTheOnlyCandidate() throws IOException {
        file("usr/lib/libnccl.so.2");
        Path mapped = file("some where/libnccl.so.2.28.9");
        Path plugin = file("some where/libnccl-net.so");
        Files.createDirectories(root.resolve("proc/self"));
        Files.write(
                root.resolve("proc/self/maps"),
                List.of(
                        "7f00-7f01 r--p 00000000 00:1f 11                         " + mapped,
                        "7f01-7f02 r-xp 00001000 00:1f 11                         " + mapped,
                        "7f02-7f03 r-xp 00001000 00:1f 12                         " + plugin,
                        "7f03-7f04 rw-p 00000000 00:00 0 ",
                        "7f04-7f05 rw-p 00000000 00:00 0                          [stack]"));
        assertThat(found(Flavour.NCCL, Map.of())).containsExactly(mapped);
    }

    @Test
    void aCopyThatWasReplacedOnDiskIsStillACopy() throws IOException {
        Files.createDirectories(root.resolve("proc/self"));
        Path maps = Files.writeString(
                root.resolve("proc/self/maps"), "7f00-7f01 r--p 00000000 00:1f 11   /gone/librccl.so.1 (deleted)\n");
        assertThat(new MappedLibraries(maps).copiesBeside(Stubs.NCCL)).containsExactly(Path.of("/gone/librccl.so.1"));
    }

    @Test
    void theSettingIsTheOnlyCandidate() throws IOException {
        file("usr/lib/libnccl.so.2");
        Path explicit = root.resolve("mine.so");
        assertThat(new LibrarySearch(explicit, Map.of(), root).candidates(Flavour.NCCL))
                .containsExactly(new Candidate(explicit, "DS_SDMA_ALLGATHER_LIBRARY"));
    }

    @Test
    void theLoadersCacheIsRead() {
        assertThat(new LoaderPath(Map.of(), Path.of("/")).candidates("libc.so.6"))
                .anyMatch(Files::isRegularFile);
    }
}
