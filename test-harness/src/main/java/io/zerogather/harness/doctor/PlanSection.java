package io.zerogather.harness.doctor;

import io.zerogather.PlanPreview;
import io.zerogather.harness.report.JsonObject;
import io.zerogather.harness.report.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What would be chosen, and why nothing better. */
final class PlanSection {
    private PlanSection() {}

    static Section of(PlanPreview plan, boolean agreed) {
        Section section = new Section("plan", title(plan, agreed))
                .add(
                        "fast path",
                        plan.fastPathActive() ? "active, engine " + plan.engine() : "not active: " + plan.detail())
                .add("fallback", plan.fallback().isEmpty() ? "none" : plan.fallback())
                .add("memory", plan.memory().word());
        if (!plan.fallbackDetail().isEmpty()) {
            section.add("passed over", plan.fallbackDetail());
        }
        devices(section, plan);
        if (!plan.failure().isEmpty()) {
            section.warn("opening", "fails on every rank: " + plan.failure());
        }
        plan.differences().forEach(line -> section.warn("differs", line));
        outcomes(section, plan);
        silent(section, plan, agreed);
        plan.candidates().forEach(candidate -> section.record(data(candidate)));
        return section;
    }

    private static String title(PlanPreview plan, boolean agreed) {
        String ranks = plan.ranks() + (plan.ranks() == 1 ? " rank" : " ranks");
        return agreed
                ? "Plan that the " + ranks + " of this job agree on"
                : "Plan for " + ranks + " here, with the settings and devices of this process";
    }

    /** Which rank would use which device. */
    private static void devices(Section section, PlanPreview plan) {
        String used = plan.candidates().stream()
                .filter(candidate -> !candidate.engine()
                        && candidate.name().equals(plan.fallback())
                        && !candidate.device().isEmpty())
                .map(candidate -> "rank " + candidate.rank() + " on " + candidate.device())
                .collect(Collectors.joining(", "));
        if (!used.isEmpty()) {
            section.add("devices", used);
        }
    }

    /** The plan is made without ranks that came too late; a job whose ranks come at other times may agree on another. */
    private static void silent(Section section, PlanPreview plan, boolean agreed) {
        Set<Integer> proposed =
                plan.candidates().stream().map(PlanPreview.Candidate::rank).collect(Collectors.toSet());
        List<Integer> silent = IntStream.range(0, plan.ranks())
                .filter(rank -> !proposed.contains(rank))
                .boxed()
                .toList();
        if (!silent.isEmpty()) {
            section.warn(
                    "not heard",
                    RankList.of(silent, plan.ranks())
                            + ": nothing came within DS_SDMA_ALLGATHER_OPEN_TIMEOUT; where they come in time the plan may"
                            + " be another");
        }
        if (agreed || plan.ranks() > 1) {
            section.add(
                    "preview",
                    "nothing was opened: a router votes once more when it has, and then may still fall back");
        } else {
            section.add("preview", "of one rank alone: --ranks N shows what N ranks on this machine would agree on");
        }
    }

    /** One line for each provider and outcome, naming the ranks that have it. */
    private static void outcomes(Section section, PlanPreview plan) {
        Map<Outcome, List<Integer>> ranks = new LinkedHashMap<>();
        for (PlanPreview.Candidate candidate : plan.candidates()) {
            ranks.computeIfAbsent(Outcome.of(candidate), unused -> new ArrayList<>())
                    .add(candidate.rank());
        }
        ranks.forEach((outcome, where) ->
                section.add(outcome.provider(), RankList.of(where, plan.ranks()) + ": " + outcome.words()));
    }

    private static JsonObject data(PlanPreview.Candidate candidate) {
        return new JsonObject()
                .put("record", "candidate")
                .put("rank", candidate.rank())
                .put("kind", candidate.engine() ? "engine" : "fallback")
                .put("name", candidate.name())
                .put("memory", candidate.memory().word())
                .put("available", candidate.available())
                .put("reason", PlainText.of(candidate.reason(), PlainText.LINE))
                .put("compatibility", candidate.compatibility())
                .put("device", candidate.device());
    }

    /**
     * What ranks may have in common.
     *
     * @param provider kind and name
     * @param words whether it could start
     */
    private record Outcome(String provider, String words) {
        static Outcome of(PlanPreview.Candidate candidate) {
            String provider = (candidate.engine() ? "engine " : "fallback ") + candidate.name();
            String compatibility = candidate.compatibility().isEmpty() ? "" : ", " + candidate.compatibility();
            return new Outcome(
                    provider, candidate.available() ? "could start" + compatibility : "refused, " + candidate.reason());
        }
    }
}
