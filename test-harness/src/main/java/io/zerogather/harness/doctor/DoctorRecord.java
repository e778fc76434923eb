package io.zerogather.harness.doctor;

import io.zerogather.PlanPreview;
import io.zerogather.harness.report.BuildFacts;
import io.zerogather.harness.report.JsonObject;
import io.zerogather.harness.report.MachineFacts;
import io.zerogather.harness.report.PlainText;
import java.time.Instant;
import java.util.List;

/** The first line of the file, with the fields that the other commands' first line has. */
final class DoctorRecord {
    private DoctorRecord() {}

    static JsonObject begin(List<String> command, PlanPreview plan) {
        MachineFacts machine = MachineFacts.current();
        BuildFacts build = BuildFacts.current();
        return new JsonObject()
                .put("record", "run")
                .put("time", Instant.now().toString())
                .put(
                        "command",
                        command.stream()
                                .map(word -> PlainText.of(word, PlainText.LINE))
                                .toList())
                .put("ranks", plan.ranks())
                .put("fast_path", plan.fastPathActive())
                .put("engine", plan.engine())
                .put("memory", plan.memory().word())
                .put("library", plan.fallback())
                .put("plan_reason", plan.reason().tag())
                .put("plan_detail", PlainText.of(plan.detail(), PlainText.LINE))
                .put("passed_over", PlainText.of(plan.fallbackDetail(), PlainText.LINE))
                .put("failure", PlainText.of(plan.failure(), PlainText.LINE))
                .put("processor", machine.processor())
                .put("cores", machine.cores())
                .put("memory_bytes", machine.memoryBytes())
                .put("system", machine.system())
                .put("version", build.version())
                .put("commit", build.commit())
                .put("java", build.java());
    }
}
