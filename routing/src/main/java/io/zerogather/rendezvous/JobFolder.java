package io.zerogather.rendezvous;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** The folder in which the ranks of one job find each other: join requests, their answers, and the folders of runs. */
final class JobFolder {

    private static final int NAME_BYTES = 16;
    private static final int TRIES = 100;

    private final Path path;

    JobFolder(Path directory, JobToken token) {
        byte[] signature = token.sign("directory".getBytes(StandardCharsets.US_ASCII));
        this.path = directory.resolve("zerogather-" + HexFormat.of().formatHex(signature, 0, NAME_BYTES));
    }

    /** Writes a file that appears complete; makes the folder where it is missing. */
    void publish(String name, byte[] content) throws IOException {
        inFolder(() -> {
            Path draft = path.resolve("draft-" + Nonce.text());
            Files.write(draft, content);
            Files.move(draft, path.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            return draft;
        });
    }

    /** Makes the folder of a new run; makes this folder where it is missing. */
    RunFolder createRun(String name) throws IOException {
        return new RunFolder(inFolder(() -> Files.createDirectory(path.resolve(name))));
    }

    RunFolder run(String name) {
        return new RunFolder(path.resolve(name));
    }

    /** The names that begin with a prefix; none while the folder is missing. */
    List<String> names(String prefix) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path, prefix + "*")) {
            entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
            return names;
        } catch (NoSuchFileException missing) {
            return List.of();
        } catch (DirectoryIteratorException failure) {
            throw failure.getCause();
        }
    }

    /** A file's content, unless it has gone meanwhile. */
    Optional<byte[]> read(String name) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(path.resolve(name)));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    void delete(String name) throws IOException {
        Files.deleteIfExists(path.resolve(name));
    }

    void deleteIfEmpty() throws IOException {
        try {
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException inUse) {
            // Another run of the job is there, or what a dead one left.
        }
    }

    /** Acts in the folder; starts over if another run that has just ended removes the empty folder in between. */
    private Path inFolder(Action action) throws IOException {
        for (int triesLeft = TRIES; ; triesLeft--) {
            try {
                createFolder();
                return action.run();
            } catch (NoSuchFileException removed) {
                if (triesLeft == 0) {
                    throw removed;
                }
            }
        }
    }

    private void createFolder() throws IOException {
        try {
            Files.createDirectory(path);
        } catch (FileAlreadyExistsException exists) {
            // Usual: several ranks come.
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }

    /** What to do in the folder. */
    @FunctionalInterface
    private interface Action {
        Path run() throws IOException;
    }
}
