package io.zerogather.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.jni.GpuBridge;
import io.zerogather.jni.MappedFiles;
import io.zerogather.spi.DeviceRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which library a runtime takes, and what it says if it can take none. */
class LibrarySearchTest {
    private static final String VARIABLE = "DS_SDMA_ALLGATHER_GPU_LIBRARY";

    @TempDir
    private Path folder;

    @Test
    void theServiceLoaderFindsBoth() {
        assertThat(ServiceLoader.load(DeviceRuntime.class))
                .extracting(DeviceRuntime::name)
                .containsExactlyInAnyOrder("cuda", "hip");
        assertThat(new CudaRuntime().preference()).isGreaterThan(new HipRuntime().preference());
    }

    @Test
    void theEnvironmentNamesTheLibrary() throws Exception {
        Path library = FakeGpu.copied(FakeGpu.CUDA, folder).library();
        DeviceRuntime runtime = new CudaRuntime(Map.of(VARIABLE, library.toString()), mapped());
        assertThat(runtime.availability().reason()).isEmpty();
        assertThat(runtime.describe()).startsWith(library.toString());
    }

    @Test
    void aNamedLibraryOfTheOtherKindIsRefused() throws Exception {
        Path library = FakeGpu.copied(FakeGpu.CUDA, folder).library();
        String setting = VARIABLE + "=" + library;
        assertThat(new HipRuntime(Map.of(VARIABLE, library.toString()), mapped())
                        .availability()
                        .reason())
                .startsWith(setting + " cannot be used: " + library + " is no HIP runtime: it has none of the ")
                .endsWith(" functions that are needed, hipInit for example; name the file of such a library in "
                        + VARIABLE + ", or unset it");
    }

    @Test
    void aNamedLibraryThatIsNoneIsRefused() throws Exception {
        Path text = Files.writeString(folder.resolve("libcuda.so.1"), "no library");
        assertThat(new CudaRuntime(Map.of(VARIABLE, text.toString()), mapped())
                        .availability()
                        .reason())
                .startsWith(VARIABLE + "=" + text + " cannot be used: " + text + ": ")
                .contains("file too short");
    }

    @Test
    @Timeout(30)
    void aPipeIsNotOpened() throws Exception {
        Path pipe = folder.resolve("libcuda.so.1");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertThat(new CudaRuntime(Map.of(VARIABLE, pipe.toString()), mapped())
                        .availability()
                        .reason())
                .startsWith(VARIABLE + "=" + pipe + " cannot be used: " + pipe + " is no regular file; name the file ");
    }

    @Test
    void aBlankVariableNamesNothing() throws Exception {
        Path absent = folder.resolve("absent.so");
        assertThat(LibrarySearch.of(
                                Map.of(VARIABLE, " "),
                                LoadedCopies.of(mapped(), "libcuda"),
                                List.of(absent.toString()),
                                "none")
                        .files())
                .containsExactly(absent.toString());
    }

    @Test
    void rocmIsLookedForInItsFolder() throws Exception {
        Path lib = Files.createDirectories(folder.resolve("lib"));
        Path library = FakeGpu.copied(FakeGpu.HIP, folder).library();
        Files.copy(library, lib.resolve("libamdhip64.so.6"));
        DeviceRuntime runtime = new HipRuntime(Map.of("ROCM_PATH", folder.toString()), mapped());
        assertThat(runtime.describe()).contains("libamdhip64.so");
    }

    @Test
    void theCopyOfAFrameworkIsTaken() throws Exception {
        Path rocm = Files.createDirectories(folder.resolve("rocm/lib"));
        Path torch = Files.createDirectories(folder.resolve("torch/lib"));
        Path library = FakeGpu.copied(FakeGpu.HIP, folder).library();
        Files.copy(library, rocm.resolve("libamdhip64.so.6"));
        Path loaded = Files.copy(library, torch.resolve("libamdhip64-0a1b2c.so"));
        DeviceRuntime runtime = new HipRuntime(
                Map.of("ROCM_PATH", folder.resolve("rocm").toString()),
                mapped(loaded, loaded, torch.resolve("libamdhip64_helper.so"), torch.resolve("libother.so")));
        assertThat(runtime.describe()).startsWith(loaded.toString());
        assertThat(runtime.availability(0).reason()).isEmpty();
    }

    @Test
    void twoCopiesInTheProcessAreRefused() throws Exception {
        Path one = folder.resolve("a/libamdhip64.so.6");
        Path other = folder.resolve("b/libamdhip64.so.7");
        assertThat(new HipRuntime(Map.of(), mapped(one, other)).availability().reason())
                .contains("two copies of one GPU library", one.toString(), other.toString(), VARIABLE);
    }

    @Test
    void aNamedLibraryBesideAFrameworksCopyIsRefused() throws Exception {
        Path library = FakeGpu.copied(FakeGpu.CUDA, folder).library();
        Path named = Files.copy(library, folder.resolve("libcuda.so.1"));
        Path loaded = Files.copy(library, folder.resolve("libcuda.so.575.57"));
        assertThat(new CudaRuntime(Map.of(VARIABLE, named.toString()), mapped(loaded))
                        .availability()
                        .reason())
                .contains(named.toString(), loaded.toString());
        assertThat(new CudaRuntime(Map.of(VARIABLE, named.toString()), mapped(named))
                        .availability()
                        .reason())
                .isEmpty();
    }

    @Test
    void aCopyThatComesLaterIsNoticed() throws Exception {
        Path library = FakeGpu.copied(FakeGpu.HIP, folder).library();
        MappedFiles mapped = mapped();
        DeviceRuntime runtime = new HipRuntime(Map.of(VARIABLE, library.toString()), mapped);
        assertThat(runtime.availability(0).reason()).isEmpty();
        Path later = folder.resolve("rccl/libamdhip64.so.7");
        mapped(later);
        assertThat(runtime.availability(0).reason())
                .startsWith("hip device 0 cannot be used: two copies")
                .contains(library.toString(), later.toString());
    }

    @Test
    void anUnusableLibraryDoesNotEndTheSearch() throws Exception {
        Path library = FakeGpu.copied(FakeGpu.HIP, folder).library();
        Path broken = Files.writeString(folder.resolve("broken.so"), "no library");
        LibrarySearch search =
                search("none", folder.resolve("absent.so").toString(), broken.toString(), library.toString());
        assertThat(Started.of(GpuBridge.HIP, search).description()).startsWith(library.toString());
    }

    @Test
    void absenceIsSaidOnceAndOtherReasonsAreKept() throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.so"), "no library");
        LibrarySearch search =
                search("no runtime here", folder.resolve("absent.so").toString(), broken.toString());
        assertThat(Started.of(GpuBridge.HIP, search).refusal())
                .startsWith("no runtime here: " + broken + ": ")
                .doesNotContain("absent.so");
    }

    @Test
    void whatWasTriedIsSaid() {
        // Either this machine has the libraries, or the reason names them.
        assertThat(new CudaRuntime(Map.of(), MappedFiles.ofThisProcess()).availability())
                .satisfiesAnyOf(
                        found -> assertThat(found.available()).isTrue(),
                        refused -> assertThat(refused.reason()).contains("libcuda"));
        assertThat(new HipRuntime(Map.of("ROCM_PATH", "/nowhere"), MappedFiles.ofThisProcess()).availability())
                .satisfiesAnyOf(
                        found -> assertThat(found.available()).isTrue(),
                        refused -> assertThat(refused.reason()).contains("libamdhip64.so"));
    }

    private LibrarySearch search(String absence, String... files) throws IOException {
        return LibrarySearch.of(Map.of(), LoadedCopies.of(mapped(), "libnone"), List.of(files), absence);
    }

    /** A list of mappings in which these files are; the last call counts for all. */
    private MappedFiles mapped(Path... files) throws IOException {
        Path maps = folder.resolve("maps");
        Files.write(
                maps,
                Stream.of(files)
                        .map(file -> "7f00-7f01 r-xp 00000000 08:01 42                 " + file)
                        .toList());
        return MappedFiles.of(maps);
    }
}
