package io.zerogather.harness.report;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file with one JSON object per line, written through at once so that a crash keeps what was measured. What cannot be
 * written throws {@link UncheckedIOException} with the file's name.
 */
public final class JsonLines implements AutoCloseable {
    private final String name;
    private final @Nullable Writer writer;

    private JsonLines(String name, @Nullable Writer writer) {
        this.name = name;
        this.writer = writer;
    }

    /**
     * Writes nowhere.
     *
     * @return a writer that drops what it gets
     */
    public static JsonLines none() {
        return new JsonLines("", null);
    }

    /**
     * Starts a file; an older one of that name is replaced.
     *
     * @param file where to write
     * @return the writer
     */
    public static JsonLines create(Path file) {
        try {
            BufferedWriter writer = Files.newBufferedWriter(file);
            return new JsonLines(file.toString(), writer);
        } catch (IOException e) {
            throw failure(file.toString(), e);
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
            throw failure(name, e);
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
            throw failure(name, e);
        }
    }

    private static UncheckedIOException failure(String name, IOException cause) {
        return new UncheckedIOException("The figures cannot be written to " + name + ": " + cause, cause);
    }
}
