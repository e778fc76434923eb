package io.zerogather.harness.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A file with one JSON object per line, written through at once so that a crash keeps what was measured. What cannot be
 * written throws {@link UncheckedIOException} with the file's name.
 */
public final class JsonLines implements AutoCloseable {
    /** A named pipe opens once somebody reads it. */
    private static final Duration OPENING = Duration.ofSeconds(5);

    private final Path file;
    private final @Nullable Writer writer;

    private JsonLines(Path file, @Nullable Writer writer) {
        this.file = file;
        this.writer = writer;
    }

    /**
     * Writes nowhere.
     *
     * @return a writer that drops what it gets
     */
    public static JsonLines none() {
        return new JsonLines(Path.of(""), null);
    }

    /**
     * Starts a file; an older one of that name is replaced.
     *
     * @param file where to write
     * @return the writer
     */
    public static JsonLines create(Path file) {
        try {
            return new JsonLines(file, open(file));
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    /**
     * Makes sure that a file can be started later, without changing one that is there.
     *
     * @param file where to write
     */
    public static void check(Path file) {
        try {
            if (Files.notExists(file)) {
                Files.createFile(file);
            } else if (Files.isDirectory(file)) {
                throw new IOException("it is a folder");
            } else if (!Files.isWritable(file)) {
                throw new IOException("permission denied");
            }
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    /**
     * Writes one line.
     *
     * @param object what to write
     */
    public void write(JsonObject object) {
        if (writer == null) {
            return;
        }
        try {
            writer.write(object + "\n");
            writer.flush();
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    @Override
    public void close() {
        if (writer == null) {
            return;
        }
        try {
            writer.close();
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    private static Writer open(Path file) throws IOException {
        CompletableFuture<Writer> opening = new CompletableFuture<>();
        Thread opener = new Thread(() -> opening.completeAsync(() -> opened(file), Runnable::run), "zerogather-json");
        opener.setDaemon(true);
        opener.start();
        try {
            return opening.get(OPENING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException("it did not open within " + OPENING.toSeconds() + " s; a pipe needs a reader", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof UncheckedIOException failure ? failure.getCause() : new IOException(e);
        }
    }

    private static Writer opened(Path file) {
        try {
            return Files.newBufferedWriter(file);
        } catch (IOException e) {
            throw new CompletionException(new UncheckedIOException(e));
        }
    }

    private static UncheckedIOException failure(Path file, IOException cause) {
        return new UncheckedIOException(
                "the figures cannot be written to '" + file + "': " + ErrorLine.reason(cause)
                        + "; name another file with --json",
                cause);
    }
}
