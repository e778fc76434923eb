package io.zerogather.rendezvous;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One call in flight: what the store answers, or why it cannot. An empty answer says that the key has no value yet. */
final class Call {

    private final int id;
    private final CompletableFuture<Optional<byte[]>> answer = new CompletableFuture<>();

    Call(int id) {
        this.id = id;
    }

    int id() {
        return id;
    }

    void answer(Optional<byte[]> value) {
        answer.complete(value);
    }

    void fail(RendezvousException cause) {
        answer.completeExceptionally(cause);
    }

    /**
     * Waits for the answer.
     *
     * @throws TimeoutException if there is none after so many nanoseconds
     * @throws RendezvousException if the call failed or this thread was interrupted
     */
    Optional<byte[]> take(long nanos) throws TimeoutException {
        try {
            return answer.get(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            throw Interruption.during("a rendezvous call", interrupted);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RendezvousException known
                    ? known.again()
                    : new RendezvousException("rendezvous call failed", failed);
        }
    }
}
