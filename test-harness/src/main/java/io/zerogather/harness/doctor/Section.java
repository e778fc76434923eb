package io.zerogather.harness.doctor;

import java.util.ArrayList;
import java.util.List;

/** One part of the report: lines of a topic and what was found, in order. */
final class Section {
    /**
     * One line.
     *
     * @param topic what was looked at
     * @param value what was found
     * @param warning whether it needs attention
     */
    record Line(String topic, String value, boolean warning) {}

    private final String title;
    private final List<Line> lines = new ArrayList<>();

    Section(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    List<Line> lines() {
        return lines;
    }

    Section add(String topic, String value) {
        lines.add(new Line(topic, value, false));
        return this;
    }

    Section warn(String topic, String value) {
        lines.add(new Line(topic, value, true));
        return this;
    }
}
