package io.zerogather.rendezvous;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.Optional;

/** The folder of one run: a file for each key, complete and unchanging from the moment it appears. */
final class RunFolder {

    private static final int READABLE_CHARS = 60;
    private static final int HASH_BYTES = 16;

    private final Path path;

    RunFolder(Path path) {
        this.path = path;
    }

    /** Stores the value if the key has none; returns the one it holds now. */
    byte[] setIfAbsent(String key, byte[] value) {
        Path draft = path.resolve("draft-" + Nonce.text());
        Path file = fileOf(key);
        try {
            Files.write(draft, value);
            try {
                return link(file, draft) ? value.clone() : Files.readAllBytes(file);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException failure) {
            throw lost(failure);
        }
    }

    /** The key's value, if it has one. */
    Optional<byte[]> read(String key) {
        try {
            return Optional.of(Files.readAllBytes(fileOf(key)));
        } catch (NoSuchFileException absent) {
            if (Files.isDirectory(path)) {
                return Optional.empty();
            }
            throw lost(absent);
        } catch (IOException failure) {
            throw lost(failure);
        }
    }

    /** Removes the folder with all keys; to the others it vanishes at once. */
    void delete() throws IOException {
        Path vanished = path.resolveSibling("deleted-" + Nonce.text());
        Files.move(path, vanished, StandardCopyOption.ATOMIC_MOVE);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(vanished)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.delete(vanished);
    }

    /** Unlike a rename, a link never replaces what is there; unlike a new file, it never shows half a value. */
    private boolean link(Path file, Path draft) {
        try {
            Files.createLink(file, draft);
            return true;
        } catch (FileAlreadyExistsException written) {
            return false;
        } catch (UnsupportedOperationException | IOException failure) {
            throw new RendezvousException(
                    "cannot link files in " + path + " (" + failure
                            + "): a rendezvous directory must be on a file system with hard links",
                    failure);
        }
    }

    private RendezvousException lost(IOException failure) {
        if (failure instanceof ClosedByInterruptException) {
            return new RendezvousException("interrupted during a rendezvous call", failure);
        }
        return new RendezvousException(
                "rendezvous in " + path + " lost (" + failure
                        + "); rank 0 has closed it, or its directory is out of order",
                failure);
    }

    /** A name that a person recognises and that no other key has. */
    private Path fileOf(String key) {
        String readable =
                key.substring(0, Math.min(key.length(), READABLE_CHARS)).replaceAll("[^A-Za-z0-9._-]", "_");
        byte[] hash = Digest.sha256(key.getBytes(StandardCharsets.UTF_8));
        return path.resolve(readable + "-" + HexFormat.of().formatHex(hash, 0, HASH_BYTES));
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
