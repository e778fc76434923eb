package io.zerogather.agreement;

import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A store that does something just before it writes: what happens at the same time as a write becomes a test's choice.
 *
 * @param store the real store
 * @param beforeWrite told the key
 */
record InterposedRendezvous(Rendezvous store, Consumer<String> beforeWrite) implements Rendezvous {
    @Override
    public int rank() {
        return store.rank();
    }

    @Override
    public int worldSize() {
        return store.worldSize();
    }

    @Override
    public byte[] setIfAbsent(String key, byte[] value, Deadline deadline) {
        beforeWrite.accept(key);
        return store.setIfAbsent(key, value, deadline);
    }

    @Override
    public Optional<byte[]> await(String key, Deadline deadline) {
        return store.await(key, deadline);
    }

    @Override
    public void close() {
        store.close();
    }
}
