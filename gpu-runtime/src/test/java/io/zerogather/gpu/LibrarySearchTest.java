package io.zerogather.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.jni.GpuBridge;
import io.zerogather.spi.DeviceRuntime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
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
    void theEnvironmentNamesTheLibrary() {
        Path library = FakeGpu.copied(FakeGpu.CUDA, folder).library();
        DeviceRuntime runtime = new CudaRuntime(Map.of(VARIABLE, library.toString()));
        assertThat(runtime.availability().reason()).isEmpty();
        assertThat(runtime.describe()).startsWith(library.toString());
    }

    @Test
    void aNamedLibraryOfTheOtherKindIsRefused() {
        Path library = FakeGpu.copied(FakeGpu.CUDA, folder).library();
        String setting = VARIABLE + "=" + library;
        assertThat(new HipRuntime(Map.of(VARIABLE, library.toString()))
                        .availability()
                        .reason())
                .startsWith(setting + " cannot be used: ")
                .contains("is no usable HIP runtime: it lacks hipInit, hipDriverGetVersion, ")
                .endsWith(" more functions");
    }

    @Test
    void aNamedLibraryThatIsNoneIsRefused() throws Exception {
        Path text = Files.writeString(folder.resolve("libcuda.so.1"), "no library");
        assertThat(new CudaRuntime(Map.of(VARIABLE, text.toString()))
                        .availability()
                        .reason())
                .startsWith(VARIABLE + "=" + text + " cannot be used: " + text + ": ")
                .contains("file too short");
    }

    @Test
    void aBlankVariableNamesNothing() {
        assertThat(LibrarySearch.named(Map.of(VARIABLE, " "))).isEmpty();
        assertThat(LibrarySearch.named(Map.of())).isEmpty();
    }

    @Test
    void rocmIsLookedForInItsFolder() throws Exception {
        Path lib = Files.createDirectories(folder.resolve("lib"));
        Path library = FakeGpu.copied(FakeGpu.HIP, folder).library();
        Files.copy(library, lib.resolve("libamdhip64.so.6"));
        DeviceRuntime runtime = new HipRuntime(Map.of("ROCM_PATH", folder.toString()));
        assertThat(runtime.describe()).contains("libamdhip64.so");
    }

    @Test
    void anUnusableLibraryDoesNotEndTheSearch() throws Exception {
        Path library = FakeGpu.copied(FakeGpu.HIP, folder).library();
        Path broken = Files.writeString(folder.resolve("broken.so"), "no library");
        LibrarySearch search = new LibrarySearch(
                List.of(folder.resolve("absent.so").toString(), broken.toString(), library.toString()), "none");
        assertThat(Started.of(GpuBridge.HIP, search).description()).startsWith(library.toString());
    }

    @Test
    void absenceIsSaidOnceAndOtherReasonsAreKept() throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.so"), "no library");
        LibrarySearch search = new LibrarySearch(
                List.of(folder.resolve("absent.so").toString(), broken.toString()), "no runtime here");
        assertThat(Started.of(GpuBridge.HIP, search).refusal())
                .startsWith("no runtime here: " + broken + ": ")
                .doesNotContain("absent.so");
    }

    @Test
    void whatWasTriedIsSaid() {
        // Either this machine has the libraries, or the reason names them.
        assertThat(new CudaRuntime(Map.of()).availability())
                .satisfiesAnyOf(
                        found -> assertThat(found.available()).isTrue(),
                        refused -> assertThat(refused.reason()).contains("libcuda.so.1"));
        assertThat(new HipRuntime(Map.of("ROCM_PATH", "/nowhere")).availability())
                .satisfiesAnyOf(
                        found -> assertThat(found.available()).isTrue(),
                        refused -> assertThat(refused.reason()).contains("libamdhip64.so"));
    }
}
