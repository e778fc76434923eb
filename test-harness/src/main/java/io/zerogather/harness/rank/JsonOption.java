package io.zerogather.harness.rank;

import io.zerogather.harness.launch.LauncherLink;
import io.zerogather.harness.report.ErrorLine;
import io.zerogather.harness.report.JsonLines;
import java.io.UncheckedIOException;
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
     * Makes sure, before a job starts, that the file can be written; complains if not. Only the process that will write it,
     * or that starts the one that will, looks.
     *
     * @return false if the command must not go on
     */
    public boolean isWritable() {
        boolean mine = !LauncherLink.isLaunched()
                && System.getenv().getOrDefault("RANK", "0").equals("0");
        if (file == null || !mine) {
            return true;
        }
        try {
            JsonLines.check(file);
            return true;
        } catch (UncheckedIOException e) {
            ErrorLine.print(String.valueOf(e.getMessage()));
            return false;
        }
    }

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
