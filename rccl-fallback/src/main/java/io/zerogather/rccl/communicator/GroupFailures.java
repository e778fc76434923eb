package io.zerogather.rccl.communicator;

import io.zerogather.AllGatherException;
import io.zerogather.AllGatherException.Category;
import io.zerogather.rccl.CallList;
import io.zerogather.spi.GroupContext;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Words the failures of one group on one rank. */
final class GroupFailures {
    private final GroupContext context;
    private final String library;

    /**
     * Failures of a group.
     *
     * @param context the group
     * @param library the library in words, for example {@code NCCL 2.28.9}
     */
    GroupFailures(GroupContext context, String library) {
        this.context = context;
        this.library = library;
    }

    AllGatherException notOpened(String reason) {
        return new AllGatherException(
                Category.SETUP,
                library + " could not connect group '" + context.name() + "' on " + rank() + ": " + reason);
    }

    AllGatherException dead(String cause) {
        return new AllGatherException(
                Category.FATAL,
                "Group '" + context.name() + "' over " + library + " is dead: " + cause + numbering()
                        + ". It cannot be used any more on any rank, and outputs may differ between ranks: stop the job");
    }

    /** What ranks say about each other on the board counts within the group. */
    private String numbering() {
        boolean asInWorld = IntStream.range(0, context.size())
                .allMatch(member -> context.worldRanks().get(member) == member);
        return asInWorld
                ? ""
                : " (where calls are listed, ranks 0, 1, … of the group are " + context.worldRanks() + " of WORLD)";
    }

    AllGatherException failed(DeviceGather gather, AllGatherException cause) {
        return new AllGatherException(
                cause.category(),
                "Gather " + describe(gather) + " of group '" + context.name() + "' over " + library + " on " + rank()
                        + " failed: " + cause.getMessage(),
                cause);
    }

    AllGatherException closed() {
        return new AllGatherException(
                Category.CLOSED,
                "Group '" + context.name() + "' over " + library + " was closed on " + rank()
                        + "; open a new router to go on");
    }

    /** The call in words. */
    String describe(DeviceGather gather) {
        return CallList.describe(gather.call(), gather.elements(), gather.dtype());
    }

    /** This rank in words. */
    String rank() {
        return "rank " + context.worldRanks().get(context.rank());
    }

    /** Members in words, one bit each. */
    String members(long bits) {
        String list = IntStream.range(0, context.size())
                .filter(member -> (bits & 1L << member) != 0)
                .mapToObj(member -> String.valueOf(context.worldRanks().get(member)))
                .collect(Collectors.joining(", "));
        return (Long.bitCount(bits) == 1 ? "rank " : "ranks ") + list;
    }

    /** How far everybody is, as the end of a sentence. */
    String positions(String positions) {
        return positions.isEmpty() ? "" : " (" + positions + ")";
    }
}
