package io.zerogather.harness.launch;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a rank tells its launcher: lines on its standard error that begin with a character no text has. A rank without a
 * launcher sends none.
 *
 * @param progress how far the job is, or null if the rank has finished
 */
record ControlLine(@Nullable Progress progress) {
    private static final char MARK = '\u001e';
    private static final String FINISHED = "finished";
    private static final String PROGRESS = "progress";

    /**
     * How far the job is.
     *
     * @param done steps done
     * @param total all steps
     * @param label what is done now
     */
    record Progress(long done, long total, String label) {}

    static ControlLine finished() {
        return new ControlLine(null);
    }

    static ControlLine progress(long done, long total, String label) {
        return new ControlLine(new Progress(done, total, label));
    }

    String encode() {
        return progress == null
                ? MARK + FINISHED
                : MARK + PROGRESS + " " + progress.done() + " " + progress.total() + " " + progress.label();
    }

    /**
     * Recognises a control line.
     *
     * @param line one line of a rank's standard error
     * @return what it says, or empty if it is ordinary text
     */
    static Optional<ControlLine> parse(String line) {
        if (line.isEmpty() || line.charAt(0) != MARK) {
            return Optional.empty();
        }
        String[] words = line.substring(1).split(" ", 4);
        if (words[0].equals(FINISHED)) {
            return Optional.of(finished());
        }
        if (words[0].equals(PROGRESS) && words.length == 4) {
            return parseProgress(words);
        }
        return Optional.empty();
    }

    private static Optional<ControlLine> parseProgress(String[] words) {
        try {
            return Optional.of(progress(Long.parseLong(words[1]), Long.parseLong(words[2]), words[3]));
        } catch (NumberFormatException e) {
            return Optional.empty(); // cut short by a crash: ordinary text
        }
    }
}
