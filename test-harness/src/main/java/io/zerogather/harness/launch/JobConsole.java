package io.zerogather.harness.launch;

import java.io.PrintStream;
import java.util.function.Consumer;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Where the ranks' output meets: rank 0 and all standard output as they are, the other ranks' errors with the rank in
 * front, and, on a terminal, a progress bar below them. Thread-safe.
 */
final class JobConsole {
    private static final String ERASE_LINE = "\r\u001b[K";
    private static final int BAR_WIDTH = 78;
    private static final int BAR_UPDATE_MILLIS = 250;

    private final PrintStream out;
    private final PrintStream err;
    private final boolean terminal;
    private @Nullable ProgressBar bar;
    private boolean barShown;

    /**
     * A console.
     *
     * @param out for what ranks print
     * @param err for errors and the bar
     * @param terminal true if {@code err} is a terminal
     */
    JobConsole(PrintStream out, PrintStream err, boolean terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    synchronized void output(String line) {
        eraseBar();
        out.println(line);
        out.flush();
    }

    synchronized void error(int rank, String line) {
        note(rank == 0 ? line : "[rank " + rank + "] " + line);
    }

    /** A line of the launcher itself. */
    synchronized void note(String line) {
        eraseBar();
        err.println(line);
    }

    void progress(ControlLine.Progress progress) {
        if (!terminal) {
            return;
        }
        ProgressBar current = currentBar();
        current.maxHint(progress.total());
        current.setExtraMessage(progress.label());
        current.stepTo(progress.done());
    }

    /** Takes the progress bar away. */
    void finish() {
        ProgressBar last;
        synchronized (this) {
            last = bar;
            bar = null;
        }
        if (last != null) {
            last.close(); // without the lock: it draws once more through this console
        }
        synchronized (this) {
            eraseBar();
        }
    }

    private synchronized ProgressBar currentBar() {
        ProgressBar current = bar;
        if (current == null) {
            Consumer<String> draw = this::draw;
            current = new ProgressBarBuilder()
                    .setUpdateIntervalMillis(BAR_UPDATE_MILLIS)
                    .setConsumer(new DelegatingProgressBarConsumer(draw, BAR_WIDTH))
                    .build();
            bar = current;
        }
        return current;
    }

    private synchronized void draw(String text) {
        err.print(ERASE_LINE + text.stripTrailing());
        err.flush();
        barShown = true;
    }

    private void eraseBar() {
        if (barShown) {
            err.print(ERASE_LINE);
            err.flush();
            barShown = false;
        }
    }
}
