package io.zerogather.harness.rank;

import io.zerogather.harness.report.JsonLines;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that keeps figures in a file. */
public final class JsonOption {
    @Option(names = "--json", paramLabel = "FILE", description = "Write every figure as JSON Lines.")
    private @Nullable Path file;

    /** No file, for picocli to fill. */
    public JsonOption() {}

    /**
     * Opens the file.
     *
     * @param session this rank's place in its job
     * @return the file on rank 0 if one is asked for, else a writer that drops what it gets
     * @throws java.io.UncheckedIOException if it cannot be created
     */
    public JsonLines open(RankSession session) {
        return file == null || session.rank() != 0 ? JsonLines.none() : JsonLines.create(file);
    }
}
