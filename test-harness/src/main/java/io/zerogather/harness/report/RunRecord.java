package io.zerogather.harness.report;

import io.zerogather.RouterStatus;
import io.zerogather.spi.Finding;
import java.time.Instant;
import java.util.List;

/** The first and the last line of a file of figures: what ran where, and what came of it. */
public final class RunRecord {
    private RunRecord() {}

    /**
     * The first line.
     *
     * @param command the command line
     * @param ranks size of the job
     * @param plan what the ranks agreed on
     * @param backing the device and the library that gathers run on
     * @param machine where it runs
     * @param build what runs
     * @return an object that more fields may be added to
     */
    public static JsonObject begin(
            List<String> command,
            int ranks,
            RouterStatus plan,
            List<Finding> backing,
            MachineFacts machine,
            BuildFacts build) {
        return new JsonObject()
                .put("record", "run")
                .put("time", Instant.now().toString())
                .put("command", command)
                .put("ranks", ranks)
                .put("fast_path", plan.fastPathActive())
                .put("engine", plan.engine())
                .put("memory", plan.memory().word())
                .put("library", plan.fallback())
                .put(
                        "backing",
                        backing.stream()
                                .map(finding -> finding.topic() + ": " + finding.value())
                                .toList())
                .put("plan_reason", plan.planReason().tag())
                .put("plan_detail", plan.planDetail())
                .put("processor", machine.processor())
                .put("cores", machine.cores())
                .put("memory_bytes", machine.memoryBytes())
                .put("system", machine.system())
                .put("version", build.version())
                .put("commit", build.commit())
                .put("java", build.java());
    }

    /**
     * The last line.
     *
     * @param passed whether all is well
     * @return the object
     */
    public static JsonObject end(boolean passed) {
        return new JsonObject().put("record", "end").put("passed", passed);
    }
}
