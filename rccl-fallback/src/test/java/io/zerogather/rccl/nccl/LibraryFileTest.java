package io.zerogather.rccl.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file tells before it is loaded. */
class LibraryFileTest {
    @TempDir
    private Path folder;

    @Test
    void eachFlavourTakesItsOwn() {
        assertThat(LibraryFile.refusal(Flavour.NCCL, Stubs.NCCL)).isNull();
        assertThat(LibraryFile.refusal(Flavour.RCCL, Stubs.RCCL)).isNull();
    }

    @Test
    void theOtherOneIsRecognizedWhateverItsName() throws IOException {
        Path disguised = Files.copy(Stubs.RCCL, folder.resolve("libnccl.so.2"));
        assertThat(LibraryFile.refusal(Flavour.NCCL, disguised))
                .isEqualTo("is RCCL, not NCCL: it exports mscclLoadAlgo");
        disguised = Files.copy(Stubs.NCCL, folder.resolve("librccl.so.1"));
        assertThat(LibraryFile.refusal(Flavour.RCCL, disguised)).startsWith("is NCCL, not RCCL");
    }

    @Test
    void missingFunctionsAreNamed() {
        assertThat(LibraryFile.refusal(Flavour.NCCL, Stubs.NCCL_WITHOUT_SPLIT))
                .isEqualTo("does not export ncclCommSplit; NCCL 2.18 or later is needed");
    }

    @Test
    void otherFilesAreNoLibrary() throws IOException {
        assertThat(LibraryFile.refusal(Flavour.NCCL, folder.resolve("absent"))).isEqualTo("names no file");
        assertThat(LibraryFile.refusal(Flavour.NCCL, folder)).isEqualTo("is no file that can be read");
        Path text = Files.writeString(folder.resolve("text"), "no library".repeat(20));
        assertThat(LibraryFile.refusal(Flavour.NCCL, text)).isEqualTo("is no shared library");
        assertThat(LibraryFile.refusal(Flavour.NCCL, Stubs.FAKE_CUDA))
                .isEqualTo("is neither NCCL nor RCCL: it does not export ncclGetVersion");
    }

    @Test
    void aLibraryForAnotherMachineIsRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(Stubs.NCCL);
        bytes[18] ^= 0x40;
        assertThat(LibraryFile.refusal(Flavour.NCCL, Files.write(folder.resolve("other"), bytes)))
                .isEqualTo("is a library for another machine");
        bytes[4] = 1;
        assertThat(LibraryFile.refusal(Flavour.NCCL, Files.write(folder.resolve("small"), bytes)))
                .isEqualTo("is no library of a 64-bit little-endian machine");
    }

    @Test
    void aFileThatWasCutOffIsDamaged() throws IOException {
        byte[] bytes = Files.readAllBytes(Stubs.NCCL);
        for (int length : new int[] {100, bytes.length / 2, bytes.length - 1}) {
            Path cut = Files.write(folder.resolve("cut" + length), Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> ElfFile.read(cut))
                    .isInstanceOf(IOException.class)
                    .hasMessage("a damaged shared library");
        }
    }

    @Test
    void dependenciesAreRead() throws IOException {
        assertThat(ElfFile.read(Stubs.RCCL).dependencies()).contains("libzg_fake_hip.so", "libc.so.6");
        assertThat(ElfFile.read(Stubs.NCCL).exports())
                .contains("ncclAllGather", "zg_stub_command")
                .doesNotContain("memcpy", "dlopen");
    }
}
