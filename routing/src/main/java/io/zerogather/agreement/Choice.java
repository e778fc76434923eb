package io.zerogather.agreement;

import io.zerogather.MemoryType;
import io.zerogather.Reason;
import io.zerogather.settings.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Picks the engine, or the fallback, that every rank has.
 *
 * @param kind what is picked, in words
 * @param variable the setting that names one
 * @param setting what a rank's setting says
 * @param offers what a rank found out
 */
record Choice(
        String kind, String variable, Function<Proposal, String> setting, Function<Proposal, List<Offer>> offers) {
    static final Choice ENGINE = new Choice("engine", "DS_SDMA_ALLGATHER_ENGINE", Proposal::engine, Proposal::engines);
    static final Choice FALLBACK =
            new Choice("fallback", "DS_SDMA_ALLGATHER_FALLBACK", Proposal::fallback, Proposal::fallbacks);

    /**
     * What was picked.
     *
     * @param name the one that every rank has, or empty
     * @param memory whose memory it serves; the host's if there is none
     * @param passedOver why those that are preferred to it were not picked, or empty
     * @param refusal why there is none, or absent
     */
    record Outcome(String name, MemoryType memory, String passedOver, Optional<Refusal> refusal) {}

    /**
     * Picks.
     *
     * @param proposals what the ranks propose
     * @param misfit says of an offer why it cannot be part of the plan, or is empty
     */
    Outcome of(Proposals proposals, Function<Offer, Optional<String>> misfit) {
        Set<String> named = new LinkedHashSet<>();
        proposals.all().stream()
                .map(setting)
                .filter(name -> !name.equals(Settings.AUTO))
                .forEach(named::add);
        if (named.size() > 1) {
            return none(Reason.SETTINGS, variable + " differs: " + proposals.spelled(setting));
        }
        List<String> candidates = named.isEmpty() ? candidates(proposals) : List.copyOf(named);
        if (candidates.isEmpty()) {
            return none(Reason.ENGINE, "no " + kind + " is on the class path");
        }
        List<String> refusals = new ArrayList<>();
        for (String candidate : candidates) {
            Candidacy candidacy = new Candidacy(kind, candidate, offers, proposals);
            Optional<String> refusal = candidacy.offer().flatMap(misfit).or(candidacy::refusal);
            if (refusal.isEmpty()) {
                MemoryType memory = candidacy.offer().map(Offer::memory).orElse(MemoryType.HOST);
                return new Outcome(candidate, memory, String.join("; ", refusals), Optional.empty());
            }
            refusals.add(refusal.get());
        }
        return none(Reason.ENGINE, String.join("; ", refusals));
    }

    private static Outcome none(Reason reason, String detail) {
        return new Outcome("", MemoryType.HOST, "", Optional.of(new Refusal(reason, detail)));
    }

    /** The most preferred first; names decide between equals so that the order is the same everywhere. */
    private List<String> candidates(Proposals proposals) {
        Map<String, Integer> preferences = proposals.all().stream()
                .flatMap(proposal -> offers.apply(proposal).stream())
                .collect(Collectors.toMap(Offer::name, Offer::preference, Math::max));
        return preferences.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
