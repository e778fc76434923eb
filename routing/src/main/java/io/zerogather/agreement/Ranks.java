package io.zerogather.agreement;

import java.util.Collection;
import java.util.stream.Collectors;

/** Names ranks in messages. */
final class Ranks {
    private Ranks() {}

    static String named(Collection<Integer> ranks) {
        String numbers = ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return (ranks.size() == 1 ? "rank " : "ranks ") + numbers;
    }
}
