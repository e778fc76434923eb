package io.zerogather.harness.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file with one JSON object per line, written through at once so that a crash keeps what was measured. */
public final class JsonLines implements AutoCloseable {
    private final @Nullable Writer writer;

    private JsonLines(@Nullable Writer writer) {
        this.writer = writer;
    }

    /**
     * Writes nowhere.
     *
     * @return a writer that drops what it gets
     */
    public static JsonLines none() {
        return new JsonLines(null);
    }

    /**
     * Starts a file; an older one of that name is replaced.
     *
     * @param file where to write
     * @return the writer
     * @throws IOException if the file cannot be created
     */
    public static JsonLines create(Path file) throws IOException {
        return new JsonLines(Files.newBufferedWriter(file));
    }

    /**
     * Writes one line.
     *
     * @param object what to write
     * @throws IOException if the file cannot be written
     */
    public void write(JsonObject object) throws IOException {
        if (writer != null) {
            writer.write(object.toString());
            writer.write('\n');
            writer.flush();
        }
    }

    @Override
    public void close() throws IOException {
        if (writer != null) {
            writer.close();
        }
    }
}
