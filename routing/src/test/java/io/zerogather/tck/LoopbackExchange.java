package io.zerogather.tck;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.spi.GroupContext;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** One rank's end of a meeting, and the copies that follow it. */
final class LoopbackExchange {
    private static final Map<String, LoopbackMeeting> MEETINGS = new ConcurrentHashMap<>();

    private final GroupContext context;
    private final LoopbackMeeting meeting;

    private LoopbackExchange(GroupContext context, LoopbackMeeting meeting) {
        this.context = context;
        this.meeting = meeting;
    }

    /** Meets the other members through the group's store, as a real backend does. */
    static LoopbackExchange open(GroupContext context) {
        Rendezvous store = context.rendezvous();
        byte[] proposed = UUID.randomUUID().toString().getBytes(UTF_8);
        String id = new String(store.setIfAbsent("meeting", proposed, context.deadline()), UTF_8);
        store.setIfAbsent("arrived/" + context.rank(), new byte[0], context.deadline());
        List<Integer> missing = store.collect("arrived/", context.deadline()).missingRanks();
        if (!missing.isEmpty()) {
            throw new AllGatherException(
                    AllGatherException.Category.SETUP,
                    "ranks " + missing + " of " + context.name() + " did not arrive");
        }
        return new LoopbackExchange(
                context, MEETINGS.computeIfAbsent(id, unused -> new LoopbackMeeting(context.name(), context.size())));
    }

    LoopbackPost post(LoopbackPost.Kind kind, long elements, DataType dtype, byte[] shard, String text) {
        return new LoopbackPost(kind, context.rank(), elements, dtype, shard, text);
    }

    void say(long call, LoopbackPost post) {
        meeting.post(call, post);
    }

    /** Lets the peers know of a call that this rank refused; one without elements needs no peer. */
    void skip(long call, long elements, DataType dtype, String refusal) {
        if (!refusal.isEmpty()) {
            say(call, post(LoopbackPost.Kind.REJECTED, elements, dtype, new byte[0], refusal));
        }
    }

    /** Posts and waits; reports a failure before it throws it. */
    List<LoopbackPost> meet(long call, LoopbackPost post) throws InterruptedException {
        meeting.post(call, post);
        try {
            return meeting.await(call, context.settings().timeout().toNanos());
        } catch (AllGatherException e) {
            context.recorder().failed(post.dtype());
            if (e.category() == AllGatherException.Category.FATAL) {
                context.recorder().poisoned(e);
            }
            throw e;
        }
    }

    static void deliver(List<LoopbackPost> posts, DeviceBuffer output) {
        long address = output.address();
        for (LoopbackPost post : posts) {
            RawMemory.write(post.shard(), address);
            address += post.shard().length;
        }
    }

    void close(long lastCall) {
        meeting.close(context.rank(), lastCall);
    }
}
