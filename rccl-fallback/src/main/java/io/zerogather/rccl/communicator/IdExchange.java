package io.zerogather.rccl.communicator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.zerogather.rccl.nccl.NcclLibrary;
import io.zerogather.rccl.nccl.NcclLibraryException;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.spi.GroupContext;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** How the members of a group get the one id that names their communicator, and who has come to join it. */
final class IdExchange {
    private static final String ID = "id";
    private static final String JOINING = "joining/";
    private static final byte MADE = 1;
    private static final byte REFUSED = 0;

    private final GroupContext context;

    IdExchange(GroupContext context) {
        this.context = context;
    }

    /**
     * Makes the id as the group's first rank, and takes it from there on the others.
     *
     * @return the id's bytes
     * @throws NotJoinedException if the first rank could not make it, or did not in time
     */
    byte[] exchange(NcclLibrary library) {
        return context.rank() == 0 ? make(library) : take();
    }

    /** Says that this rank begins to join. */
    void join() {
        byte[] unused = context.rendezvous().setIfAbsent(JOINING + context.rank(), new byte[0], context.deadline());
    }

    /** Members that have not begun to join, one bit each. */
    long absent() {
        List<Integer> missing = context.rendezvous()
                .collect(JOINING, Deadline.after(Duration.ZERO))
                .missingRanks();
        return IntStream.range(0, Math.min(context.size(), Long.SIZE))
                .filter(missing::contains)
                .mapToLong(member -> 1L << member)
                .reduce(0, (all, one) -> all | one);
    }

    private byte[] make(NcclLibrary library) {
        try {
            byte[] id = library.uniqueId();
            publish(MADE, id);
            return id;
        } catch (NcclLibraryException e) {
            publish(REFUSED, String.valueOf(e.getMessage()).getBytes(UTF_8));
            throw e;
        }
    }

    private void publish(byte kind, byte[] content) {
        byte[] value = new byte[content.length + 1];
        value[0] = kind;
        System.arraycopy(content, 0, value, 1, content.length);
        byte[] unused = context.rendezvous().setIfAbsent(ID, value, context.deadline());
    }

    private byte[] take() {
        int first = context.worldRanks().get(0);
        Optional<byte[]> published = context.rendezvous().await(ID, context.deadline());
        byte[] value = published.orElseThrow(() -> new NotJoinedException(
                "rank " + first + " did not make the communicator's id in time; start it, or raise"
                        + " DS_SDMA_ALLGATHER_OPEN_TIMEOUT"));
        byte[] content = Arrays.copyOfRange(value, Math.min(1, value.length), value.length);
        if (value.length == 0 || value[0] != MADE) {
            throw new NotJoinedException("rank " + first + ": " + new String(content, UTF_8));
        }
        return content;
    }
}
