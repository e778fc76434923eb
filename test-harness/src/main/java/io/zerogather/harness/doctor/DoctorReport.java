package io.zerogather.harness.doctor;

import io.zerogather.harness.report.JsonLines;
import io.zerogather.harness.report.JsonObject;
import java.io.PrintStream;
import java.util.List;

/** The sections as text for people and as JSON Lines for programs. */
final class DoctorReport {
    private final List<Section> sections;
    private final boolean healthy;

    DoctorReport(List<Section> sections, boolean healthy) {
        this.sections = List.copyOf(sections);
        this.healthy = healthy;
    }

    void print(PrintStream out) {
        for (Section section : sections) {
            int width = section.lines().stream()
                    .mapToInt(line -> line.topic().length())
                    .max()
                    .orElse(0);
            out.println(section.title());
            for (Section.Line line : section.lines()) {
                String mark = line.warning() ? "! " : "  ";
                out.println("  " + mark + line.topic()
                        + " ".repeat(width - line.topic().length()) + "  " + line.value());
            }
            out.println();
        }
        out.println(healthy ? "The fast path would be active." : "The fast path would not be active.");
        out.flush();
    }

    void write(JsonLines json) {
        for (Section section : sections) {
            for (Section.Line line : section.lines()) {
                json.write(new JsonObject()
                        .put("record", "finding")
                        .put("section", section.title())
                        .put("topic", line.topic().strip())
                        .put("value", line.value())
                        .put("warning", line.warning()));
            }
        }
        json.write(new JsonObject().put("record", "end").put("fast_path", healthy));
    }
}
