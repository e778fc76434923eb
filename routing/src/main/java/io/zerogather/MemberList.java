package io.zerogather;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The members that one rank passes for a new group, compared with what the first rank passed.
 *
 * @param worldRanks members as ranks in WORLD, in group order
 */
record MemberList(List<Integer> worldRanks) {
    private static final Integer NO_RANK = -1;

    MemberList {
        worldRanks = List.copyOf(worldRanks);
    }

    /** A list that is null, or has nulls, becomes one with a problem: the other ranks must hear of it too. */
    static MemberList of(@Nullable List<@Nullable Integer> worldRanks) {
        return worldRanks == null
                ? new MemberList(List.of())
                : new MemberList(worldRanks.stream()
                        .map(rank -> Objects.requireNonNullElse(rank, NO_RANK))
                        .toList());
    }

    static MemberList decode(byte[] text) {
        String joined = new String(text, UTF_8);
        return new MemberList(
                joined.isEmpty()
                        ? List.of()
                        : Arrays.stream(joined.split(",", -1))
                                .map(Integer::valueOf)
                                .toList());
    }

    byte[] encode() {
        return worldRanks.stream()
                .map(String::valueOf)
                .collect(Collectors.joining(","))
                .getBytes(UTF_8);
    }

    /**
     * Says what is wrong with the list itself.
     *
     * @param worldSize ranks of WORLD
     * @return what is wrong and what to do, or empty
     */
    String problem(int worldSize) {
        if (worldRanks.isEmpty()) {
            return "the list of members is empty or null; pass at least one rank of WORLD";
        }
        for (int rank : worldRanks) {
            if (rank < 0 || rank >= worldSize) {
                return "member " + rank + " is not a rank of WORLD; pass ranks from 0 to " + (worldSize - 1);
            }
        }
        return new HashSet<>(worldRanks).size() == worldRanks.size()
                ? ""
                : "the members " + worldRanks + " are not distinct; pass each rank once";
    }
}
