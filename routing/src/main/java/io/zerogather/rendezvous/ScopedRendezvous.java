package io.zerogather.rendezvous;

import java.util.Optional;

/** A view of a rendezvous in which every key carries a prefix. */
record ScopedRendezvous(Rendezvous store, String prefix) implements Rendezvous {

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
        return store.setIfAbsent(prefix + key, value, deadline);
    }

    @Override
    public Optional<byte[]> await(String key, Deadline deadline) {
        return store.await(prefix + key, deadline);
    }

    @Override
    public void close() {
        // The store belongs to whoever opened it.
    }
}
