package io.zerogather.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Every variable that this module reads, each declared once. The table in {@code docs/settings.md} is checked against this. */
public enum Setting {
    /** Opt-in. */
    ENABLED("DS_SDMA_ALLGATHER", Kind.SWITCH, "", "0", "This rank opts in to the fast path; every rank must."),
    /** Limit. */
    MAX_ELEMENTS(
            "DS_SDMA_ALLGATHER_MAX_NUMEL",
            Kind.INTEGER,
            "elements",
            Long.toString(Settings.DEFAULT_MAX_ELEMENTS),
            "Largest shard of the fast path, also limited to four bytes for each of these elements;"
                    + " the smallest value of all ranks counts. Read only when opted in."),
    /** Floor. */
    FLOOR(
            "DS_SDMA_ALLGATHER_FLOOR",
            Kind.BYTES,
            "bytes",
            "0",
            "Smallest shard of the fast path; the largest value of all ranks counts."),
    /** Insistence. */
    REQUIRE(
            "DS_SDMA_ALLGATHER_REQUIRE",
            Kind.SWITCH,
            "",
            "0",
            "Opening fails on every rank if the plan is not the fast path; one rank is enough."),
    /** Fast path engine. */
    ENGINE(
            "DS_SDMA_ALLGATHER_ENGINE",
            Kind.NAME,
            "",
            Settings.AUTO,
            "Engine of the fast path, for example `host`; ranks that name one must name the same."),
    /** Fallback. */
    FALLBACK(
            "DS_SDMA_ALLGATHER_FALLBACK",
            Kind.NAME,
            "",
            Settings.AUTO,
            "Library that serves the rest, for example `gloo`; ranks that name one must name the same."),
    /** Deadline of a gather. */
    TIMEOUT(
            "DS_SDMA_ALLGATHER_TIMEOUT",
            Kind.SECONDS,
            "seconds",
            "600",
            "Deadline of one gather; the largest value of all ranks counts."),
    /** Deadline of opening. */
    OPEN_TIMEOUT(
            "DS_SDMA_ALLGATHER_OPEN_TIMEOUT",
            Kind.SECONDS,
            "seconds",
            "120",
            "Deadline of each step of opening a router or a group."),
    /** Other element types. */
    EXTENDED_DTYPES(
            "DS_SDMA_ALLGATHER_EXTENDED_DTYPES",
            Kind.SWITCH,
            "",
            "0",
            "bool, uint16, uint32, uint64 and float8 take the fast path too; every rank must set it."),
    /** Check of the fallback's calls. */
    GUARD(
            "DS_SDMA_ALLGATHER_GUARD",
            Kind.SWITCH,
            "",
            "1",
            "The fallback first checks that all ranks make the same call; one rank is enough to ask for it."),
    /** The collective library of GPUs. */
    LIBRARY(
            "DS_SDMA_ALLGATHER_LIBRARY",
            Kind.PATH,
            "",
            "",
            "File of RCCL or NCCL to take in the place of the one that would be found on this rank."),
    /** The GPU runtime. */
    GPU_LIBRARY(
            "DS_SDMA_ALLGATHER_GPU_LIBRARY",
            Kind.PATH,
            "",
            "",
            "File of libcuda or libamdhip64 to take in the place of the one that would be found on this rank.");

    /** What all of our variables start with. */
    static final String PREFIX = "DS_SDMA_ALLGATHER_";

    /** Variables of the prefix that other packages read. */
    private static final List<String> READ_ELSEWHERE =
            List.of("DS_SDMA_ALLGATHER_JOB_TOKEN", "DS_SDMA_ALLGATHER_RENDEZVOUS");

    private final String variable;
    private final Kind kind;
    private final String unit;
    private final String defaultText;
    private final String description;

    Setting(String variable, Kind kind, String unit, String defaultText, String description) {
        this.variable = variable;
        this.kind = kind;
        this.unit = unit;
        this.defaultText = defaultText;
        this.description = description;
    }

    /**
     * The environment variable.
     *
     * @return its name
     */
    public String variable() {
        return variable;
    }

    /**
     * What values look like.
     *
     * @return one or two words
     */
    public String type() {
        return kind.words;
    }

    /**
     * The unit of the value.
     *
     * @return a plural noun, or empty
     */
    public String unit() {
        return unit;
    }

    /**
     * The value that counts when the variable is not set.
     *
     * @return as a user would write it; empty if there is none
     */
    public String defaultText() {
        return defaultText;
    }

    /**
     * What the variable does.
     *
     * @return a sentence or two
     */
    public String description() {
        return description;
    }

    /**
     * All variables that may carry our prefix.
     *
     * @return names, in order of declaration
     */
    static List<String> knownVariables() {
        List<String> names = new ArrayList<>();
        Arrays.stream(values()).map(Setting::variable).forEach(names::add);
        names.addAll(READ_ELSEWHERE);
        return List.copyOf(names);
    }

    private enum Kind {
        SWITCH("switch"),
        INTEGER("Python integer"),
        BYTES("integer"),
        SECONDS("decimal number"),
        NAME("name"),
        PATH("path");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }
}
