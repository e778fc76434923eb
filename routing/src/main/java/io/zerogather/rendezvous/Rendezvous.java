package io.zerogather.rendezvous;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A job-wide key/value store through which ranks agree. Every key is written once and never changes, so that whoever
 * reads a key reads what everybody else reads.
 *
 * <p>Any number of threads may call one rendezvous at once; a blocked {@link #await} holds up no other call.
 *
 * <p>A call asks the store at least once, also when its deadline has already passed, and may outlast the deadline by
 * {@link #ANSWER_TIME} to hear the answer. What is in the store is therefore found however late one asks. An
 * interrupted thread keeps its interrupt flag and gets a {@link RendezvousException}.
 */
public interface Rendezvous extends AutoCloseable {

    /** The longest key, in bytes of UTF-8. */
    int MAX_KEY_BYTES = 1024;

    /** The longest value, in bytes. */
    int MAX_VALUE_BYTES = 16 << 20;

    /** How long a call may outlast its deadline while it waits for the store's answer. */
    Duration ANSWER_TIME = Duration.ofSeconds(5);

    /** {@return the 0-based rank that this endpoint speaks for} */
    int rank();

    /** {@return the number of ranks that share the store} */
    int worldSize();

    /**
     * Stores a value if the key has none yet.
     *
     * @param key 1 to {@link #MAX_KEY_BYTES} bytes of UTF-8
     * @param value at most {@link #MAX_VALUE_BYTES} bytes; copied
     * @param deadline when to give up
     * @return the value that the key holds now, the first one that anybody wrote; the caller's own copy
     * @throws RendezvousException if the store is lost, closed, or does not answer in time; whether the value was
     *     stored is then unknown
     * @throws IllegalArgumentException if the key or the value is out of bounds
     */
    byte[] setIfAbsent(String key, byte[] value, Deadline deadline);

    /**
     * Waits until the key has a value.
     *
     * @param key 1 to {@link #MAX_KEY_BYTES} bytes of UTF-8
     * @param deadline when to give up
     * @return the value, the caller's own copy; empty if the deadline passes first
     * @throws RendezvousException if the store is lost, closed, or does not answer in time
     * @throws IllegalArgumentException if the key is out of bounds
     */
    Optional<byte[]> await(String key, Deadline deadline);

    /**
     * A view in which every key carries a prefix. Closing a view closes nothing.
     *
     * @param prefix what each key begins with
     * @return the view
     */
    default Rendezvous scoped(String prefix) {
        return new ScopedRendezvous(this, prefix);
    }

    /**
     * Waits for the keys {@code prefix + 0} to {@code prefix + (worldSize - 1)}, one of each rank. A rank whose key is
     * not there when the deadline passes is named in the result and is no error.
     *
     * @param prefix what the keys begin with
     * @param deadline when to give up
     * @return the values by rank, and the ranks that are missing
     * @throws RendezvousException if the store is lost, closed, or does not answer in time
     */
    default Collected collect(String prefix, Deadline deadline) {
        Map<Integer, byte[]> values = new TreeMap<>();
        List<Integer> missingRanks = new ArrayList<>();
        for (int rank = 0; rank < worldSize(); rank++) {
            Optional<byte[]> value = await(prefix + rank, deadline);
            if (value.isPresent()) {
                values.put(rank, value.get());
            } else {
                missingRanks.add(rank);
            }
        }
        return new Collected(Collections.unmodifiableMap(values), List.copyOf(missingRanks));
    }

    /**
     * Leaves the store: waiting and later calls of this endpoint fail. On the rank that keeps the store, waits until
     * all others have left or a bounded linger has passed. May be called more than once.
     */
    @Override
    void close();
}
