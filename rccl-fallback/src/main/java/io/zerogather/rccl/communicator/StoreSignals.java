package io.zerogather.rccl.communicator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.zerogather.DataType;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.RendezvousException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Signals over the rendezvous, for groups on several hosts: a rank that gives up tells the others why. Calls are not
 * compared and deaths are not seen; there the deadline of a gather must do.
 */
final class StoreSignals implements GroupSignals {
    private static final String POISON = "poison";
    private static final Duration LISTEN = Duration.ofSeconds(20);
    private static final Duration TELL = Duration.ofSeconds(5);

    private final Rendezvous store;
    private final AtomicReference<@Nullable String> poison = new AtomicReference<>();
    private final AtomicBoolean left = new AtomicBoolean();
    private long notes;

    private StoreSignals(Rendezvous store) {
        this.store = store;
    }

    /** Starts to listen to the others. */
    static StoreSignals open(Rendezvous store, String group) {
        StoreSignals signals = new StoreSignals(store);
        start(signals::listen, "zerogather-signals-" + group);
        return signals;
    }

    private static void start(Runnable action, String name) {
        Thread thread = new Thread(action, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() {
        try {
            while (!left.get() && !isPoisoned()) {
                Optional<byte[]> heard = store.await(POISON, Deadline.after(LISTEN));
                heard.ifPresent(text -> keep(new String(text, UTF_8)));
            }
        } catch (RendezvousException e) {
            if (!left.get()) {
                keep("the rendezvous is lost, and with it the way to tell the other ranks: " + e.getMessage());
            }
        }
    }

    @Override
    public long post(long call, long elements, DataType dtype, Kind kind, String refusal) {
        if (kind == Kind.REFUSED) {
            poison(refusal);
        }
        return isPoisoned() ? 0 : ++notes;
    }

    @Override
    public void completed(long note) {
        // nobody asks
    }

    @Override
    public void poison(String cause) {
        keep(cause);
        // The store may take its time, and whoever calls must not.
        start(() -> tell(cause), "zerogather-poison");
    }

    private void tell(String cause) {
        try {
            byte[] unused = store.setIfAbsent(POISON, cause.getBytes(UTF_8), Deadline.after(TELL));
        } catch (RendezvousException e) {
            // The others find out by their own deadline.
        }
    }

    private void keep(String cause) {
        boolean unused = poison.compareAndSet(null, cause);
    }

    @Override
    public boolean isPoisoned() {
        return poison.get() != null;
    }

    @Override
    public String poisonText() {
        return Objects.requireNonNullElse(poison.get(), "");
    }

    @Override
    public long dead() {
        return 0;
    }

    @Override
    public long closed() {
        return 0;
    }

    @Override
    public long posted(int member) {
        return 0;
    }

    @Override
    public String positions() {
        return "";
    }

    @Override
    public void leave() {
        left.set(true);
    }

    @Override
    public void close() {
        left.set(true);
    }
}
