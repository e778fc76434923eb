package io.zerogather.harness.doctor;

import io.zerogather.harness.report.JsonObject;
import io.zerogather.harness.report.PlainText;
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
        /** Texts of others, such as names and values of variables, become printable. */
        static Line of(String subject, String topic, String value, boolean warning) {
            return new Line(subject, PlainText.of(topic, MOST_TOPIC), PlainText.of(value, PlainText.LINE), warning);
        }

        /** The topic as people see it. */
        String label() {
            return subject.isEmpty() ? topic : "  " + topic;
        }
    }

    private static final int MOST_TOPIC = 100;
    private static final int MOST_VALUE = 200;

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
        lines.add(Line.of("", topic, value, false));
        return this;
    }

    /** A line that belongs to a subject, which has a line of its own above. */
    Section add(String subject, String topic, String value) {
        lines.add(Line.of(subject, topic, value, false));
        return this;
    }

    /** The value of a variable, cut so that what is said about it stays in sight. */
    static String shown(String value) {
        return PlainText.of(value, MOST_VALUE);
    }

    Section warn(String topic, String value) {
        lines.add(Line.of("", topic, value, true));
        return this;
    }

    /** One warning for each service that cannot be loaded; a router leaves it out, too. */
    void leftOut(String topic, List<String> broken) {
        broken.forEach(why -> warn(topic, "left out, it cannot be loaded: " + why));
    }

    /** What a program need not take apart: only the file of figures has it. */
    Section record(JsonObject data) {
        records.add(data);
        return this;
    }
}
