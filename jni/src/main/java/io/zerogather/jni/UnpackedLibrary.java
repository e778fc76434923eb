package io.zerogather.jni;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A library in a file of its own, in a folder that only this user can enter. Every process unpacks its own: ranks that
 * start together would corrupt a shared copy.
 *
 * @param folder made for this file alone
 * @param file the library
 */
record UnpackedLibrary(Path folder, Path file) implements AutoCloseable {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    static UnpackedLibrary of(String library, byte[] content) throws IOException {
        Path folder = Files.createTempDirectory("zerogather-", OWNER_ONLY);
        UnpackedLibrary unpacked = new UnpackedLibrary(folder, folder.resolve("lib" + library + ".so"));
        try {
            Files.write(Files.createFile(unpacked.file, OWNER_ONLY), content);
        } catch (IOException e) {
            unpacked.close();
            throw e;
        }
        return unpacked;
    }

    /** False on a file system that is mounted {@code noexec}: the permission bits allow it. */
    boolean mayBeExecuted() {
        return Files.isExecutable(file);
    }

    /** Deletes it; a loaded library needs its file no more. */
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(folder);
    }
}
