package io.zerogather.rccl;

import io.zerogather.rendezvous.Collected;
import io.zerogather.spi.GroupContext;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The members of a group tell each other where they listen. A member that cannot listen says so, and all give up at once
 * instead of waiting for it.
 */
final class Handshake {
    private static final String KEY = "address/";
    private static final byte LISTENING = 1;
    private static final byte REFUSING = 0;

    private final GroupContext context;

    Handshake(GroupContext context) {
        this.context = context;
    }

    /**
     * Publishes this rank's addresses and waits for everybody's.
     *
     * @param own where this rank listens for each member: as many addresses of equal length as there are members
     * @return where each member listens for this rank, in rank order
     * @throws GlooException if a member is missing, refuses, or runs another version of the transport
     */
    byte[] exchange(byte[] own) {
        publish(own);
        Collected collected = context.rendezvous().collect(KEY, context.deadline());
        requireNoRefusal(collected.values());
        if (!collected.complete()) {
            throw new GlooException(
                    "ranks " + worldRanks(collected.missingRanks()) + " did not say where they listen in time;"
                            + " start them, or raise DS_SDMA_ALLGATHER_OPEN_TIMEOUT");
        }
        int size = context.size();
        int length = own.length / size;
        ByteBuffer towardsMe = ByteBuffer.allocate(size * length);
        for (int rank = 0; rank < size; rank++) {
            byte[] theirs = content(collected.values(), rank);
            if (theirs.length != own.length) {
                throw new GlooException("rank " + context.worldRanks().get(rank)
                        + " uses addresses of another length; run the same" + " version on all ranks");
            }
            towardsMe.put(theirs, context.rank() * length, length);
        }
        return towardsMe.array();
    }

    /** Tells the members where this rank listens. */
    void publish(byte[] own) {
        publish(LISTENING, own);
    }

    /** Tells the members that this rank will not come. */
    void refuse(String reason) {
        publish(REFUSING, reason.getBytes(StandardCharsets.UTF_8));
    }

    private void publish(byte kind, byte[] content) {
        byte[] value =
                ByteBuffer.allocate(1 + content.length).put(kind).put(content).array();
        byte[] unused = context.rendezvous().setIfAbsent(KEY + context.rank(), value, context.deadline());
    }

    private void requireNoRefusal(Map<Integer, byte[]> values) {
        values.forEach((rank, value) -> {
            if (value.length == 0 || value[0] != LISTENING) {
                throw new GlooException("rank " + context.worldRanks().get(rank) + " refuses: "
                        + new String(content(values, rank), StandardCharsets.UTF_8));
            }
        });
    }

    private static byte[] content(Map<Integer, byte[]> values, int rank) {
        byte[] value = values.getOrDefault(rank, new byte[0]);
        return Arrays.copyOfRange(value, Math.min(1, value.length), value.length);
    }

    private String worldRanks(List<Integer> members) {
        return members.stream()
                .map(member -> String.valueOf(context.worldRanks().get(member)))
                .collect(Collectors.joining(", "));
    }
}
