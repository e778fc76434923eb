package io.zerogather;

import io.zerogather.spi.Availability;
import io.zerogather.spi.BufferAddressing;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** The first addressing that works on this rank. */
final class BufferAddresses {
    private BufferAddresses() {}

    static long addressOf(ByteBuffer buffer) {
        return Chosen.ADDRESSING.addressOf(buffer);
    }

    /** Looked up once, when the first direct buffer comes. */
    private static final class Chosen {
        static final BufferAddressing ADDRESSING = choose();

        private static BufferAddressing choose() {
            List<String> refusals = new ArrayList<>();
            for (BufferAddressing candidate : ServiceLoader.load(BufferAddressing.class)) {
                Availability availability = candidate.availability();
                if (availability.available()) {
                    return candidate;
                }
                refusals.add(availability.reason());
            }
            return new Missing(String.join("; ", refusals));
        }
    }

    /** Explains instead of failing the class. */
    private record Missing(String refusals) implements BufferAddressing {
        @Override
        public Availability availability() {
            return Availability.no(refusals);
        }

        @Override
        public long addressOf(ByteBuffer buffer) {
            throw new AllGatherException(
                    AllGatherException.Category.SETUP,
                    "The address of a direct ByteBuffer needs a backend's native library on the class path; "
                            + (refusals.isEmpty() ? "no module provides one" : "refused: " + refusals));
        }
    }
}
