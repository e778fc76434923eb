package io.zerogather.harness.rank;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What one rank says in one round.
 *
 * @param failed whether a gather has failed on it, so that nothing is worth a long wait any more
 * @param numbers what it is asked for
 */
record Ballot(boolean failed, List<Double> numbers) {
    Ballot {
        numbers = List.copyOf(numbers);
    }

    byte[] encode() {
        ByteBuffer encoded =
                ByteBuffer.allocate(1 + numbers.size() * Double.BYTES).put((byte) (failed ? 1 : 0));
        numbers.forEach(encoded::putDouble);
        return encoded.array();
    }

    static Ballot decode(byte[] encoded) {
        ByteBuffer bytes = ByteBuffer.wrap(encoded);
        boolean failed = bytes.get() != 0;
        List<Double> numbers = new ArrayList<>();
        while (bytes.hasRemaining()) {
            numbers.add(bytes.getDouble());
        }
        return new Ballot(failed, numbers);
    }
}
