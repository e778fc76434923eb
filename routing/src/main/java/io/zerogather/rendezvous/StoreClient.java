package io.zerogather.rendezvous;

import java.util.Optional;

/** How one rank reaches the store; the calls are those of {@link Rendezvous}, with arguments already checked. */
interface StoreClient extends AutoCloseable {

    byte[] setIfAbsent(String key, byte[] value, Deadline deadline);

    Optional<byte[]> await(String key, Deadline deadline);

    /** Fails waiting and later calls. May be called more than once. */
    @Override
    void close();
}
