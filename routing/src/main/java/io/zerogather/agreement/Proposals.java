package io.zerogather.agreement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * All proposals that one rank saw.
 *
 * @param readable proposals by rank
 * @param unreadable why a rank's proposal could not be read, by rank
 * @param missing ranks without a proposal
 */
record Proposals(SortedMap<Integer, Proposal> readable, SortedMap<Integer, String> unreadable, List<Integer> missing) {
    Proposals {
        readable = Collections.unmodifiableSortedMap(new TreeMap<>(readable));
        unreadable = Collections.unmodifiableSortedMap(new TreeMap<>(unreadable));
        missing = List.copyOf(missing);
    }

    static Proposals decode(Map<Integer, byte[]> ballots, List<Integer> missing) {
        SortedMap<Integer, Proposal> readable = new TreeMap<>();
        SortedMap<Integer, String> unreadable = new TreeMap<>();
        ballots.forEach((rank, bytes) -> {
            try {
                readable.put(rank, ProposalCodec.decode(bytes));
            } catch (Decoder.UnreadableException e) {
                unreadable.put(rank, String.valueOf(e.getMessage()));
            }
        });
        return new Proposals(readable, unreadable, missing);
    }

    Collection<Proposal> all() {
        return readable.values();
    }

    List<Integer> ranksWhere(Predicate<Proposal> condition) {
        return readable.entrySet().stream()
                .filter(entry -> condition.test(entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Ranks by the value that they propose, in order of the first rank that does. */
    <T> Map<T, List<Integer>> ranksBy(Function<Proposal, T> value) {
        Map<T, List<Integer>> result = new LinkedHashMap<>();
        readable.forEach((rank, proposal) -> result.computeIfAbsent(value.apply(proposal), unused -> new ArrayList<>())
                .add(rank));
        return result;
    }

    /** For example {@code 10 on rank 1, 20 on ranks 0, 2}. */
    <T> String spelled(Function<Proposal, T> value) {
        return ranksBy(value).entrySet().stream()
                .map(entry -> entry.getKey() + " on " + Ranks.named(entry.getValue()))
                .collect(Collectors.joining(", "));
    }
}
