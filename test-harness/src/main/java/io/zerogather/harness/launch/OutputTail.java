package io.zerogather.harness.launch;

import java.util.ArrayDeque;
import java.util.List;

/** The last lines that a rank printed, for the report of its crash. Thread-safe. */
final class OutputTail {
    private static final int LINES = 25;

    private final ArrayDeque<String> lines = new ArrayDeque<>(LINES);

    synchronized void add(String line) {
        if (lines.size() == LINES) {
            lines.removeFirst();
        }
        lines.addLast(line);
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }
}
