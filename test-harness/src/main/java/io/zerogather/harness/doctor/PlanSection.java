package io.zerogather.harness.doctor;

import io.zerogather.PlanPreview;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What would be chosen, and why nothing better. */
final class PlanSection {
    private PlanSection() {}

    static Section of(PlanPreview plan, boolean agreed) {
        Section section = new Section(
                agreed
                        ? "Plan that the " + plan.ranks() + " ranks of this job agree on"
                        : "Plan for " + plan.ranks() + " rank(s) that would all run here like this process");
        section.add(
                "fast path",
                plan.fastPathActive() ? "active, engine " + plan.engine() : "not active: " + plan.detail());
        section.add("fallback", plan.fallback().isEmpty() ? "none" : plan.fallback());
        section.add("memory", plan.memory().word());
        if (!plan.fallbackDetail().isEmpty()) {
            section.add("passed over", plan.fallbackDetail());
        }
        if (!plan.failure().isEmpty()) {
            section.warn("opening", "fails on every rank: " + plan.failure());
        }
        plan.differences().forEach(line -> section.warn("differs", line));
        refusals(section, plan);
        return section;
    }

    /** One line for each provider and outcome, naming the ranks that have it. */
    private static void refusals(Section section, PlanPreview plan) {
        Map<String, List<Integer>> ranks = new LinkedHashMap<>();
        for (PlanPreview.Candidate candidate : plan.candidates()) {
            ranks.computeIfAbsent(words(candidate), unused -> new ArrayList<>()).add(candidate.rank());
        }
        ranks.forEach((words, where) -> {
            String topic = words.substring(0, words.indexOf(':'));
            String list = where.size() == plan.ranks()
                    ? "all ranks"
                    : where.stream().map(String::valueOf).collect(Collectors.joining(", ", "rank ", ""));
            section.add(topic, list + words.substring(words.indexOf(':')));
        });
    }

    private static String words(PlanPreview.Candidate candidate) {
        String found = candidate.available()
                ? "could start" + (candidate.compatibility().isEmpty() ? "" : ", " + candidate.compatibility())
                : "refused, " + candidate.reason();
        return (candidate.engine() ? "engine " : "fallback ") + candidate.name() + ": " + found;
    }
}
