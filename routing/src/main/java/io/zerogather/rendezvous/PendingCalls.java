package io.zerogather.rendezvous;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one endpoint in flight. Once the endpoint has failed, they and all later ones fail with the first cause.
 * Thread-safe.
 */
final class PendingCalls {

    private final Map<Integer, Call> calls = new HashMap<>();
    private @Nullable RendezvousException failure;
    private int lastId;

    /** Starts a call; throws if the endpoint has failed. */
    synchronized Call begin() {
        if (failure != null) {
            throw failure.again();
        }
        lastId++;
        Call call = new Call(lastId);
        calls.put(call.id(), call);
        return call;
    }

    /** Forgets a call whose caller no longer waits. */
    synchronized void end(Call call) {
        calls.remove(call.id());
    }

    /** Hands an answer to its call; an answer that nobody waits for any more is dropped. */
    void answer(int id, Optional<byte[]> value) {
        Call call;
        synchronized (this) {
            call = calls.get(id);
        }
        if (call != null) {
            call.answer(value);
        }
    }

    /** Fails all calls, now and later. The first cause survives. */
    void fail(RendezvousException cause) {
        List<Call> failed;
        synchronized (this) {
            if (failure == null) {
                failure = cause;
            }
            failed = new ArrayList<>(calls.values());
            calls.clear();
        }
        failed.forEach(call -> call.fail(cause));
    }
}
