package io.zerogather.harness.doctor;

import io.zerogather.harness.report.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** One part of the report: lines of a topic and what was found, and records for programs, in order. Not thread-safe. */
final class Section {
    /**
     * One line.
     *
     * @param subject what the line belongs to, for example one of several backends; or empty
     * @param topic what was looked at
     * @param value what was found
     * @param warning whether it needs attention
     */
    record Line(String subject, String topic, String value, boolean warning) {
        /** The topic as people see it. */
        String label() {
            return subject.isEmpty() ? topic : "  " + topic;
        }
    }

    private final String name;
    private final String title;
    private final List<Line> lines = new ArrayList<>();
    private final List<JsonObject> records = new ArrayList<>();

    /**
     * An empty section.
     *
     * @param name for programs
     * @param title for people
     */
    Section(String name, String title) {
        this.name = name;
        this.title = title;
    }

    String name() {
        return name;
    }

    String title() {
        return title;
    }

    List<Line> lines() {
        return lines;
    }

    List<JsonObject> records() {
        return records;
    }

    Section add(String topic, String value) {
        lines.add(new Line("", topic, value, false));
        return this;
    }

    /** A line that belongs to a subject, which has a line of its own above. */
    Section add(String subject, String topic, String value) {
        lines.add(new Line(subject, topic, value, false));
        return this;
    }

    Section warn(String topic, String value) {
        lines.add(new Line("", topic, value, true));
        return this;
    }

    /** What a program need not take apart: only the file of figures has it. */
    Section record(JsonObject data) {
        records.add(data);
        return this;
    }
}
