package io.zerogather.agreement;

import io.zerogather.spi.Availability;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Whether the ranks can use one engine or fallback together.
 *
 * @param kind what it is, in words
 * @param name its name
 * @param offers what a rank found out about all of that kind
 * @param proposals what the ranks propose
 */
record Candidacy(String kind, String name, Function<Proposal, List<Offer>> offers, Proposals proposals) {
    /** What the first rank that knows it says. */
    Optional<Offer> offer() {
        return proposals.all().stream()
                .flatMap(proposal -> offerOf(proposal).stream())
                .findFirst();
    }

    /** Why it cannot be used: the ranks, and what they say; empty if it can. */
    Optional<String> refusal() {
        return firstRefusal().or(this::differences).or(this::sharedDevice).map(why -> name + ": " + why);
    }

    private Optional<String> firstRefusal() {
        for (Map.Entry<Integer, Proposal> entry : proposals.readable().entrySet()) {
            Optional<Offer> offer = offerOf(entry.getValue());
            if (offer.isEmpty()) {
                List<Offer> others = offers.apply(entry.getValue());
                return Optional.of("rank " + entry.getKey() + ": no such " + kind + " on the class path, which has "
                        + (others.isEmpty() ? "none" : names(others)));
            }
            Availability availability = offer.get().availability();
            if (!availability.available()) {
                return Optional.of("rank " + entry.getKey() + ": " + availability.reason());
            }
        }
        return Optional.empty();
    }

    private Optional<String> differences() {
        return proposals.ranksBy(this::compatibility).size() <= 1
                ? Optional.empty()
                : Optional.of(
                        "it differs: " + proposals.spelled(this::compatibility) + "; install the same on every rank");
    }

    private String compatibility(Proposal proposal) {
        return availability(proposal).compatibility();
    }

    /** Ranks in different containers of one kernel see the same devices, so that a kernel's identity is what counts. */
    private Optional<String> sharedDevice() {
        Map<List<String>, List<Integer>> users = proposals.ranksBy(proposal ->
                List.of(proposal.host().bootId(), availability(proposal).device()));
        return users.entrySet().stream()
                .filter(entry ->
                        !entry.getKey().get(1).isEmpty() && entry.getValue().size() > 1)
                .findFirst()
                .map(entry -> Ranks.named(entry.getValue()) + " of one host use one device "
                        + entry.getKey().get(1)
                        + "; give each rank its own with CUDA_VISIBLE_DEVICES or LOCAL_RANK");
    }

    private Availability availability(Proposal proposal) {
        return offerOf(proposal).orElseThrow().availability();
    }

    private Optional<Offer> offerOf(Proposal proposal) {
        return offers.apply(proposal).stream()
                .filter(each -> each.name().equals(name))
                .findFirst();
    }

    private static String names(List<Offer> offers) {
        return offers.stream().map(Offer::name).sorted().collect(Collectors.joining(", "));
    }
}
