package io.zerogather.sdma.host;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.HostStream;
import io.zerogather.HostTask;
import io.zerogather.PoolMemory;
import io.zerogather.Reason;
import io.zerogather.Stream;
import io.zerogather.Work;
import io.zerogather.jni.NativeBridge;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.BlockOpening;
import io.zerogather.spi.FastPath;
import io.zerogather.spi.FastPathCounters;
import io.zerogather.spi.GroupContext;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Engine {@code host}: every operation is a task of the process's host stream, whose worker holds the meeting and moves
 * the bytes. The caller never waits for a peer.
 */
public final class HostFastPath implements FastPath {
    /** The engine's name. */
    public static final String ENGINE = "host";

    private static final Logger LOGGER = LoggerFactory.getLogger(HostFastPath.class);

    private final GroupContext context;
    private final HostStream hostStream;
    private final Transport transport;
    private final HostCounters counters = new HostCounters();
    private final AtomicBoolean left = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();

    private HostFastPath(GroupContext context, Transport transport) {
        this.context = context;
        this.hostStream = context.hostStream();
        this.transport = transport;
        hostStream.whenIdle(transport::housekeep);
    }

    /**
     * Joins the group's control block. Collective over the group.
     *
     * @param context the group
     * @return the fast path
     * @throws AllGatherException if this rank or a peer could not join
     */
    public static HostFastPath open(GroupContext context) {
        NativeBridge.load();
        long transport = new BlockOpening(context, "engine host", new TransportBlock(context)).open();
        return new HostFastPath(context, new Transport(transport));
    }

    @Override
    public String engine() {
        return ENGINE;
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
        HostTask task = new HostGather(this, call, output, input, elements, dtype, capturing);
        hostStream.enqueue(task);
        return task;
    }

    @Override
    public void announce(long call, Reason reason, Stream stream) {
        Work unused = hostStream.run(() -> transport.announce(call));
    }

    @Override
    public void reject(long call, long elements, DataType dtype, String message, Stream stream) {
        Work unused = hostStream.run(() -> {
            int outcome = transport.reject(call, elements, dtype.code(), message);
            if (outcome < NativeBridge.OK) {
                counters.record(outcome, 0);
            }
            if (outcome == NativeBridge.POISONED) {
                AllGatherException reported = failure(outcome, dtype, NativeBridge.lastError());
                assert reported.category() == AllGatherException.Category.FATAL;
            }
        });
    }

    @Override
    public PoolMemory allocate(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("Pool memory of " + bytes + " bytes: ask for at least 1");
        }
        return new HostPoolMemory(transport, transport.allocate(bytes), bytes);
    }

    @Override
    public FastPathCounters counters() {
        return counters.snapshot();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        Duration patience = context.settings().timeout();
        try {
            // Behind gathers that end by their own deadline; a worker that is still busy then keeps the memory mapped.
            Optional<Work> closing = hostStream.tryRun(this::closeTransport, patience);
            boolean unused = closing.isPresent() && closing.get().await(patience);
        } catch (AllGatherException e) {
            closeWithoutStream(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeTransport() {
        hostStream.whenIdle(() -> {});
        transport.close();
    }

    /** Somebody has closed the stream itself: once its worker has ended, nobody else uses the transport. */
    private void closeWithoutStream(AllGatherException why) {
        if (!hostStream.hasEnded()) {
            throw why;
        }
        transport.close();
    }

    Transport transport() {
        return transport;
    }

    HostStream hostStream() {
        return hostStream;
    }

    HostCounters counting() {
        return counters;
    }

    AllGatherBackend fallback() {
        return context.fallback().orElseThrow();
    }

    void redirected(Reason reason, DataType dtype, long outputBytes) {
        if (reason == Reason.LEAVE && left.compareAndSet(false, true) && context.rank() == 0) {
            LOGGER.warn(
                    "SDMA allgather failed (a rank left the fast path in a gather of {} bytes of {});"
                            + " falling back to {} allgather from here on",
                    outputBytes,
                    dtype.torchName(),
                    fallback().engine());
        }
        context.recorder().redirected(reason, dtype, outputBytes);
    }

    long outputBytes(long shardBytes) {
        return shardBytes * context.size();
    }

    /** Reports a failed gather and says what it means. */
    AllGatherException failure(int outcome, DataType dtype, String text) {
        context.recorder().failed(dtype);
        String message = "Gather on group " + context.name() + ", engine host: " + text;
        return switch (outcome) {
            case NativeBridge.REJECTED -> new AllGatherException(AllGatherException.Category.REJECTED, message);
            case NativeBridge.CLOSED -> new AllGatherException(AllGatherException.Category.CLOSED, message);
            default -> fatal(message + ". The group is dead on all ranks; stop the job, outputs of ranks may differ");
        };
    }

    private AllGatherException fatal(String message) {
        AllGatherException cause = new AllGatherException(AllGatherException.Category.FATAL, message);
        context.recorder().poisoned(cause);
        // A peer may wait for this rank in the fallback: it must not wait for its deadline.
        context.fallback().ifPresent(AllGatherBackend::close);
        return cause;
    }
}
