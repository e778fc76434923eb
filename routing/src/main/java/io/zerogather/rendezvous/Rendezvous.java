package io.zerogather.rendezvous;

import java.util.Optional;

/** A job-wide store of write-once keys. Thread-safe. */
public interface Rendezvous extends AutoCloseable {
    /**
     * This rank.
     *
     * @return 0-based
     */
    int rank();

    /**
     * Ranks that share the store.
     *
     * @return at least 1
     */
    int worldSize();

    /**
     * Stores a value if the key has none.
     *
     * @param key key
     * @param value value
     * @param deadline when to give up
     * @return the value that the key holds now
     */
    byte[] setIfAbsent(String key, byte[] value, Deadline deadline);

    /**
     * Waits for a key.
     *
     * @param key key
     * @param deadline when to give up
     * @return its value, or empty if the deadline passed first
     */
    Optional<byte[]> await(String key, Deadline deadline);

    @Override
    void close();
}
