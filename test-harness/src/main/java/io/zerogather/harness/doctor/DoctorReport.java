package io.zerogather.harness.doctor;

import io.zerogather.PlanPreview;
import io.zerogather.harness.report.JsonLines;
import io.zerogather.harness.report.JsonObject;
import java.io.PrintStream;
import java.util.List;

/** The sections as text for people and as JSON Lines for programs. */
final class DoctorReport {
    private final List<Section> sections;
    private final PlanPreview plan;

    DoctorReport(List<Section> sections, PlanPreview plan) {
        this.sections = List.copyOf(sections);
        this.plan = plan;
    }

    void print(PrintStream out) {
        sections.forEach(section -> print(out, section));
        long warnings = sections.stream()
                .flatMap(section -> section.lines().stream())
                .filter(Section.Line::warning)
                .count();
        if (warnings > 0) {
            out.println("Lines marked with ! need attention: " + warnings + ".");
        }
        out.println(plan.fastPathActive() ? "The fast path would be active." : "The fast path would not be active.");
        out.flush();
    }

    /**
     * Writes the records.
     *
     * @param json where to
     * @param command the command line
     */
    void write(JsonLines json, List<String> command) {
        json.write(DoctorRecord.begin(command, plan));
        for (Section section : sections) {
            section.lines().forEach(line -> json.write(finding(section, line)));
            section.records().forEach(json::write);
        }
        json.write(new JsonObject().put("record", "end").put("fast_path", plan.fastPathActive()));
    }

    private static void print(PrintStream out, Section section) {
        int width = section.lines().stream()
                .mapToInt(line -> line.label().length())
                .max()
                .orElse(0);
        out.println(section.title());
        for (Section.Line line : section.lines()) {
            String padding = " ".repeat(width - line.label().length());
            out.println((line.warning() ? "  ! " : "    ") + line.label() + padding + "  " + line.value());
        }
        out.println();
    }

    private static JsonObject finding(Section section, Section.Line line) {
        return new JsonObject()
                .put("record", "finding")
                .put("section", section.name())
                .put("subject", line.subject())
                .put("topic", line.topic())
                .put("value", line.value())
                .put("warning", line.warning());
    }
}
