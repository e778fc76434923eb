package io.zerogather.jni;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class UnpackedLibraryTest {
    private static final byte[] CONTENT = {1, 2, 3};

    @Test
    void liesInAFolderThatOnlyItsOwnerCanEnter() throws IOException {
        try (UnpackedLibrary unpacked = UnpackedLibrary.of("x", CONTENT)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(unpacked.folder())))
                    .isEqualTo("rwx------");
            assertThat(unpacked.file()).hasParent(unpacked.folder()).hasBinaryContent(CONTENT);
        }
    }

    @Test
    void neverSharesAFolder() throws IOException {
        try (UnpackedLibrary one = UnpackedLibrary.of("x", CONTENT);
                UnpackedLibrary other = UnpackedLibrary.of("x", CONTENT)) {
            assertThat(one.folder()).isNotEqualTo(other.folder());
        }
    }

    @Test
    void leavesNothingBehind() throws IOException {
        UnpackedLibrary unpacked = UnpackedLibrary.of("x", CONTENT);
        unpacked.close();
        assertThat(unpacked.file()).doesNotExist();
        assertThat(unpacked.folder()).doesNotExist();
    }
}
