package io.zerogather;

import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.Availability;
import io.zerogather.spi.EngineProvider;
import io.zerogather.spi.FastPath;
import io.zerogather.spi.FastPathCounters;
import io.zerogather.spi.GroupContext;
import io.zerogather.spi.ProbeContext;
import java.util.ArrayList;
import java.util.List;

/** Backends that move nothing and write down what they are asked. */
final class RecordingBackends {
    private RecordingBackends() {}

    static AllGatherBackend fallback(List<String> events) {
        return new Fallback(events, () -> events.add("close fallback"));
    }

    static AllGatherBackend fallback(List<String> events, Runnable onClose) {
        return new Fallback(events, onClose);
    }

    static FastPath fastPath(List<String> events) {
        return fastPath(events, () -> events.add("close fast"));
    }

    static FastPath fastPath(List<String> events, Runnable onClose) {
        return new Fast(events, onClose);
    }

    /** An engine of the same name as {@link TestEngine} whose fast path nobody looks at. */
    static EngineProvider engine() {
        return new EngineProvider() {
            @Override
            public String name() {
                return TestEngine.create().name();
            }

            @Override
            public int preference() {
                return 0;
            }

            @Override
            public Availability probe(ProbeContext context) {
                return Availability.yes();
            }

            @Override
            public FastPath open(GroupContext context) {
                return fastPath(new ArrayList<>());
            }
        };
    }

    private static Work done(DeviceBuffer output, DeviceBuffer input) {
        output.release();
        input.release();
        return Work.completed();
    }

    /** A fallback. */
    private record Fallback(List<String> events, Runnable onClose) implements AllGatherBackend {
        @Override
        public String engine() {
            return "recording";
        }

        @Override
        public Work submit(
                long call, DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Stream stream) {
            events.add("fallback " + call);
            return done(output, input);
        }

        @Override
        public void skip(long call, long elements, DataType dtype, String refusal) {
            events.add("skip " + call + (refusal.isEmpty() ? "" : " refused"));
        }

        @Override
        public void abort(AllGatherException cause) {
            events.add("abort fallback: " + cause.getMessage());
        }

        @Override
        public void close() {
            onClose.run();
        }
    }

    /** A fast path. */
    private record Fast(List<String> events, Runnable onClose) implements FastPath {
        @Override
        public String engine() {
            return "recording-fast";
        }

        @Override
        public Work submit(
                long call,
                DeviceBuffer output,
                DeviceBuffer input,
                long elements,
                DataType dtype,
                Stream stream,
                boolean capturing) {
            events.add("fast " + call + (capturing ? " capturing" : ""));
            return done(output, input);
        }

        @Override
        public void abort(AllGatherException cause) {
            events.add("abort fast: " + cause.getMessage());
        }

        @Override
        public void announce(long call, Reason reason, Stream stream) {
            events.add("announce " + call + " " + reason.tag());
        }

        @Override
        public void reject(long call, long elements, DataType dtype, String message, Stream stream) {
            events.add("reject " + call + " " + elements + " " + dtype.torchName());
        }

        @Override
        public PoolMemory allocate(long bytes) {
            throw new AllGatherException(AllGatherException.Category.SETUP, "no pool memory of " + bytes + " bytes");
        }

        @Override
        public FastPathCounters counters() {
            return FastPathCounters.NONE;
        }

        @Override
        public void close() {
            onClose.run();
        }
    }
}
