package io.zerogather;

import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import java.util.Optional;

/**
 * The store of WORLD as the members of a sub-group see it.
 *
 * @param store the store of WORLD
 * @param rank this rank in the group
 * @param worldSize members of the group
 */
record GroupRendezvous(Rendezvous store, int rank, int worldSize) implements Rendezvous {
    @Override
    public byte[] setIfAbsent(String key, byte[] value, Deadline deadline) {
        return store.setIfAbsent(key, value, deadline);
    }

    @Override
    public Optional<byte[]> await(String key, Deadline deadline) {
        return store.await(key, deadline);
    }

    @Override
    public void close() {
        // The store belongs to whoever opened it.
    }
}
