package io.zerogather.rendezvous;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What a rank must agree with to belong to a run.
 *
 * @param worldSize the run's number of ranks
 * @param generation the run's generation
 */
record RunTerms(int worldSize, long generation) {

    private static final int BYTES = Integer.BYTES + Long.BYTES;

    byte[] bytes() {
        return ByteBuffer.allocate(BYTES).putInt(worldSize).putLong(generation).array();
    }

    /** The terms, unless something else wrote that file. */
    static Optional<RunTerms> of(byte[] bytes) {
        if (bytes.length != BYTES) {
            return Optional.empty();
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return Optional.of(new RunTerms(buffer.getInt(), buffer.getLong()));
    }
}
