package io.zerogather;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The streams that a router gathers on: the host stream of the process, and those of a GPU if that is where its memory is. */
final class GatherStreams {
    /** After its last operation, a stream is in use for another moment. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    private final HostStream hostStream;
    private final Stream stream;
    private final @Nullable Device device;

    private GatherStreams(HostStream hostStream, Stream stream, @Nullable Device device) {
        this.hostStream = hostStream;
        this.stream = stream;
        this.device = device;
    }

    /**
     * Opens the streams of a router.
     *
     * @param device the GPU whose memory it gathers, or empty for the host's
     * @param name the host stream's worker
     * @param oversubscribed as for {@link HostStream#open}
     */
    static GatherStreams open(Optional<Device> device, String name, boolean oversubscribed) {
        HostStream hostStream = HostStream.open(name, oversubscribed);
        if (device.isEmpty()) {
            return new GatherStreams(hostStream, hostStream, null);
        }
        try {
            return new GatherStreams(hostStream, device.get().openStream(), device.get());
        } catch (RuntimeException e) {
            hostStream.close();
            throw e;
        }
    }

    HostStream hostStream() {
        return hostStream;
    }

    /** The stream of calls that name none. */
    Stream stream() {
        return stream;
    }

    Optional<Device> device() {
        return Optional.ofNullable(device);
    }

    MemoryType memory() {
        return stream.memory();
    }

    Stream openAnother() {
        return device == null ? HostStream.open("zerogather-stream", true) : device.openStream();
    }

    /** What is wrong with a stream that a gather should be ordered on, and what to do; or null. */
    @Nullable
    String problem(Stream given) {
        if (given == stream) {
            return null;
        }
        if (device == null) {
            return given.memory() == MemoryType.HOST ? hostProblem(given) : kindProblem(given);
        }
        if (!(given instanceof DeviceStream other)) {
            return kindProblem(given);
        }
        return other.device() == device
                ? null
                : "the stream is one of " + other.device() + ", but this router gathers on " + device
                        + "; pass stream(), or one of the same device";
    }

    /** A stream that a backend can order something on: the given one if it is, else the router's own. */
    Stream usable(@Nullable Stream given) {
        return given != null && problem(given) == null ? given : stream;
    }

    private static @Nullable String hostProblem(Stream given) {
        return given.isCapturing() ? null : "the stream is not this router's; pass its stream()";
    }

    private String kindProblem(Stream given) {
        return "the stream is one of " + given.memory().word() + " memory, but this router gathers "
                + memory().word() + " memory; pass stream(), or open the router with memory(MemoryType."
                + given.memory() + ")";
    }

    /** What is wrong with the memory that a gather should use, and what to do; or null. */
    @Nullable
    String problem(String what, DeviceBuffer buffer) {
        MemoryType known = buffer.memory().orElse(memory());
        if (buffer.bytes() > 0 && known != memory()) {
            return "the " + what + " is " + known.word() + " memory, but this router gathers "
                    + memory().word() + " memory; "
                    + (device == null
                            ? "pass a direct ByteBuffer or memory of allocate(…)"
                            : "pass memory of device().allocate(…)");
        }
        Device owner = buffer.device().orElse(device);
        return owner == device
                ? null
                : "the " + what + " is memory of " + owner + ", but this router gathers on " + device
                        + "; pass memory of that device";
    }

    /** Whether the calling thread runs an operation of these streams, which must not wait for itself. */
    boolean isInsideOperation() {
        return hostStream.isWorker() || (device != null && device.monitor().isCurrentThread());
    }

    /** Waits until what is queued has run. */
    boolean drain(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + HostTask.saturatedNanos(patience);
        if (stream != hostStream && !stream.drain(patience)) {
            return false;
        }
        return hostStream.drain(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
    }

    void close(Failures failures) {
        if (stream instanceof DeviceStream own) {
            boolean unused = DevicePolling.awaitUninterruptibly(() -> !own.isInUse(), SLACK.toNanos());
            failures.collect(own::close);
        }
        failures.collect(hostStream::close);
    }
}
