package io.zerogather.rccl.communicator;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.Device;
import io.zerogather.DeviceBuffer;
import io.zerogather.DeviceMemory;
import io.zerogather.DeviceStream;
import io.zerogather.Stream;
import io.zerogather.Work;
import io.zerogather.rccl.nccl.NcclLibrary;
import io.zerogather.rccl.nccl.NcclResult;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.GroupContext;
import io.zerogather.spi.SplittingBackend;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Gathers of one group over RCCL or NCCL, each queued on its caller's stream. The library cannot take a queued gather
 * back, so every failure beyond a refused call ends the group, on all ranks.
 */
public final class NcclBackend implements SplittingBackend {
    private static final Duration FINISH_PATIENCE = Duration.ofSeconds(10);
    /** A dead group's device gets done with the gathers' memory a moment after the abort. */
    private static final Duration BURIAL_PATIENCE = Duration.ofSeconds(2);

    private static final long POLL_NANOS = 20_000;

    private final GroupContext context;
    private final Device device;
    private final Communicator communicator;
    private final List<Communicator> communicators;
    private final GroupSignals signals;
    private final GroupFailures failures;
    private final InFlight inFlight;
    private final Supervisor supervisor;
    private final Runnable settler;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final long timeoutNanos;
    private boolean freed;

    private NcclBackend(
            GroupContext context,
            Device device,
            List<Communicator> communicators,
            GroupSignals signals,
            GroupFailures failures) {
        this.context = context;
        this.device = device;
        this.communicator = communicators.get(0);
        this.communicators = communicators;
        this.signals = signals;
        this.failures = failures;
        this.timeoutNanos = context.settings().timeout().toNanos();
        this.inFlight = new InFlight(
                device,
                communicator,
                signals,
                failures.rank(),
                gather -> context.recorder().failed(gather.dtype()));
        this.settler = inFlight::settle;
        this.supervisor = new Supervisor(context, communicators, signals, inFlight, failures);
        device.addSettler(settler);
        Watchdog.watch(supervisor);
    }

    /**
     * Joins WORLD's communicator, together with the other ranks.
     *
     * @param context the group, with a device
     * @param library the opened library
     * @return the backend
     * @throws AllGatherException of category {@code SETUP} if the ranks could not be connected
     */
    public static NcclBackend open(GroupContext context, NcclLibrary library) {
        Device device = deviceOf(context);
        GroupFailures failures = new GroupFailures(context, library.name());
        GroupSignals signals = signals(context, library);
        try {
            CommunicatorOpening opening = new CommunicatorOpening(context, device, library, signals, failures);
            Communicator parent = opening.open();
            Communicator communicator = opening.splitOff(parent);
            return new NcclBackend(context, device, List.of(communicator, parent), signals, failures);
        } catch (RuntimeException e) {
            signals.leave();
            signals.close();
            throw e;
        }
    }

    private static Device deviceOf(GroupContext context) {
        return context.device()
                .orElseThrow(() -> new AllGatherException(
                        AllGatherException.Category.SETUP, "a collective library for GPUs was chosen without a GPU"));
    }

    private static GroupSignals signals(GroupContext context, NcclLibrary library) {
        return context.singleHost() && context.size() <= BoardSignals.MAX_RANKS
                ? BoardSignals.open(context, library.flavour().displayName())
                : StoreSignals.open(context.rendezvous(), context.name());
    }

    @Override
    public String engine() {
        return communicator.library().flavour().displayName().toLowerCase(Locale.ROOT);
    }

    @Override
    public Work submit(
            long call, DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Stream stream) {
        DeviceStream own = (DeviceStream) stream; // the router lets no other through
        DeviceGather gather = new DeviceGather(inFlight, own, call, output, input, elements, dtype);
        if (!own.acquire()) {
            output.release();
            input.release();
            skip(call, elements, dtype, failures.rank() + ": the stream is closed");
            throw new AllGatherException(
                    AllGatherException.Category.REJECTED, "The stream is closed: " + own + "; pass an open one");
        }
        try {
            if (own.isCapturing()) {
                return record(gather);
            }
            awaitRoom();
            gather.noted(signals.post(call, elements, dtype, GroupSignals.Kind.GATHER, ""));
            if (gather.note() == 0) {
                supervisor.die();
                throw unusable();
            }
            queue(gather);
        } catch (AllGatherException e) {
            context.recorder().failed(dtype);
            gather.fail(failures.failed(gather, e), !gather.isLaunched());
        } catch (RuntimeException | Error e) {
            gather.release();
            throw e;
        }
        return gather;
    }

    /** Makes a gather part of the graph that its stream records: nothing runs now, so there is nothing to wait for. */
    private Work record(DeviceGather gather) {
        if (!isUsable()) {
            throw unusable();
        }
        int result = communicator.allGather(
                shardFor(gather),
                gather.output().address(),
                gather.shardBytes(),
                gather.stream().handle(),
                timeoutNanos);
        if (result != NcclResult.SUCCESS) {
            throw new AllGatherException(
                    AllGatherException.Category.REJECTED, "it could not be recorded: " + communicator.describe(result));
        }
        gather.recorded();
        return gather;
    }

    private void awaitRoom() {
        if (isUsable() && inFlight.hasRoom()) {
            return; // as almost always: not even the clock is asked
        }
        long end = System.nanoTime() + timeoutNanos;
        while (isUsable()) {
            inFlight.settle();
            if (inFlight.hasRoom()) {
                return;
            }
            if (System.nanoTime() - end > 0) {
                supervisor.poison(failures.rank() + ": none of " + InFlight.CAPACITY
                        + " gathers in flight completed within "
                        + context.settings().timeout().toMillis() + " ms");
            }
            LockSupport.parkNanos(this, POLL_NANOS);
        }
        throw unusable();
    }

    private boolean isUsable() {
        return !closed.get() && supervisor.cause().isEmpty();
    }

    private AllGatherException unusable() {
        return supervisor.cause().orElseGet(failures::closed);
    }

    /** From the note on, peers count on this gather: a failure to queue it is one of the group. */
    private void queue(DeviceGather gather) {
        try {
            long input = shardFor(gather);
            inFlight.begin(gather);
            int result = communicator.allGather(
                    input,
                    gather.output().address(),
                    gather.shardBytes(),
                    gather.stream().handle(),
                    timeoutNanos);
            if (result != NcclResult.SUCCESS) {
                inFlight.forget(gather);
                supervisor.poison(failures.rank() + ": " + failures.describe(gather) + " could not be queued: "
                        + communicator.describe(result));
                throw unusable();
            }
            gather.launched();
            inFlight.add(gather);
        } catch (AllGatherException e) {
            if (e.category() == AllGatherException.Category.DEVICE) {
                supervisor.poison(
                        failures.rank() + ": " + failures.describe(gather) + " could not be queued: " + e.getMessage());
                throw unusable();
            }
            throw e;
        }
    }

    /** The library knows two places for a shard: its own slot of the output, and outside. Others are copied outside. */
    private long shardFor(DeviceGather gather) {
        long bytes = gather.shardBytes();
        long offset = gather.input().address() - gather.output().address();
        boolean outside = offset <= -bytes || offset >= bytes * context.size();
        if (outside || offset == bytes * context.rank()) {
            return gather.input().address();
        }
        if (gather.stream().isCapturing()) {
            throw new AllGatherException(
                    AllGatherException.Category.REJECTED,
                    "its shard overlaps the output elsewhere than in its own slot, which a graph cannot record: move it");
        }
        DeviceMemory copy = device.allocate(bytes);
        gather.keep(copy);
        device.runtime()
                .copy(
                        device.index(),
                        copy.buffer().address(),
                        gather.input().address(),
                        bytes,
                        gather.stream().handle());
        return copy.buffer().address();
    }

    @Override
    public void skip(long call, long elements, DataType dtype, String refusal) {
        if (closed.get() || supervisor.cause().isPresent()) {
            return;
        }
        GroupSignals.Kind kind = refusal.isEmpty() ? GroupSignals.Kind.EMPTY : GroupSignals.Kind.REFUSED;
        if (signals.post(call, elements, dtype, kind, refusal) == 0) {
            supervisor.die();
        }
    }

    @Override
    public void abort(AllGatherException cause) {
        synchronized (signals) { // so that they are not freed meanwhile
            if (!freed && supervisor.cause().isEmpty()) {
                supervisor.poison(failures.rank() + ": " + cause.getMessage());
            }
        }
    }

    @Override
    public Optional<AllGatherBackend> split(GroupContext group) {
        NcclLibrary library = communicator.library();
        GroupFailures groupFailures = new GroupFailures(group, library.name());
        Communicator parent = communicators.get(communicators.size() - 1);
        SplitResult split = parent.split(
                group.rank(),
                () -> supervisor.cause().isEmpty()
                        && signals.dead() == 0
                        && !group.deadline().expired());
        if (split.result() != NcclResult.SUCCESS) {
            supervisor.poison(failures.rank() + ": " + group.name() + " could not be split off: "
                    + parent.describe(split.result()));
            throw groupFailures.notOpened(String.valueOf(unusable().getMessage()));
        }
        if (group.rank() < 0) {
            return Optional.empty();
        }
        Communicator own = new Communicator(library, device, split.handle());
        try {
            GroupSignals groupSignals = signals(group, library);
            return Optional.of(new NcclBackend(group, device, List.of(own), groupSignals, groupFailures));
        } catch (RuntimeException e) {
            Ending unused = Ending.abort(List.of(own), group.name());
            throw e;
        }
    }

    /** Waits for all gathers in flight, and ends the group if they do not come to an end, or not even to their beginning. */
    private void drain() {
        boolean interrupted = false;
        long end = System.nanoTime() + timeoutNanos;
        inFlight.settle();
        while (!inFlight.isEmpty()) {
            if (supervisor.cause().isEmpty() && System.nanoTime() - end > 0) {
                supervisor.poison(failures.rank() + " closed its router while gathers had not ended for "
                        + context.settings().timeout().toMillis() + " ms");
            }
            LockSupport.parkNanos(this, POLL_NANOS);
            interrupted |= Thread.interrupted();
            inFlight.settle();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        drain();
        device.removeSettler(settler);
        signals.leave();
        supervisor.awaitEnd(BURIAL_PATIENCE);
        supervisor.retire();
        Watchdog.release(supervisor);
        if (supervisor.cause().isEmpty()) {
            finish();
        }
        inFlight.close();
        synchronized (signals) {
            freed = true;
            signals.close();
        }
    }

    private void finish() {
        try {
            if (!Ending.finish(communicators, context.name(), FINISH_PATIENCE).await(FINISH_PATIENCE)) {
                Ending unused = Ending.abort(communicators, context.name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            Ending unused = Ending.abort(communicators, context.name());
        }
    }
}
