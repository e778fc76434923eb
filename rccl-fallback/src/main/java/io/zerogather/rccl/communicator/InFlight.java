package io.zerogather.rccl.communicator;

import io.zerogather.AllGatherException;
import io.zerogather.Device;
import io.zerogather.DeviceStream;
import io.zerogather.rccl.nccl.NcclResult;
import io.zerogather.spi.DeviceRuntime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The gathers of one group that have been queued and have not ended, oldest first. A communicator runs its gathers one
 * after the other, whatever their streams, so the oldest ends first. Thread-safe.
 */
final class InFlight {
    /** Beyond this many, a caller waits for the oldest: a driver queue that fills up would block it for good. */
    static final int CAPACITY = 256;

    private final DeviceRuntime runtime;
    private final int device;
    private final Communicator communicator;
    private final GroupSignals signals;
    private final String owner;
    private final Consumer<DeviceGather> onFailure;
    private final EventPairs events;
    private final Deque<DeviceGather> gathers = new ArrayDeque<>();
    private final Deque<DeviceGather> lingering = new ArrayDeque<>();
    private long oldestStartedNanos;
    private boolean oldestStarted;

    /**
     * Nothing in flight.
     *
     * @param device where the gathers run
     * @param communicator what they run on
     * @param signals say whether the group is dead
     * @param owner this rank, in words
     * @param onFailure told of every gather that was queued and failed
     */
    InFlight(
            Device device,
            Communicator communicator,
            GroupSignals signals,
            String owner,
            Consumer<DeviceGather> onFailure) {
        this.runtime = device.runtime();
        this.device = device.index();
        this.communicator = communicator;
        this.signals = signals;
        this.owner = owner;
        this.onFailure = onFailure;
        this.events = new EventPairs(device);
    }

    /** Marks the place on its stream where a gather begins. */
    synchronized void begin(DeviceGather gather) {
        EventPair pair = events.take();
        gather.marked(pair);
        runtime.record(device, pair.start(), gather.stream().handle());
    }

    /** Marks the place where it ends, and keeps it. */
    synchronized void add(DeviceGather gather) {
        EventPair pair = gather.events();
        assert pair != null;
        runtime.record(device, pair.end(), gather.stream().handle());
        gathers.add(gather);
    }

    /** Takes the marks back from a gather that was not queued after all. */
    synchronized void forget(DeviceGather gather) {
        EventPair pair = gather.events();
        if (pair != null) {
            events.giveBack(pair);
        }
    }

    /** Whether another gather may be queued. */
    synchronized boolean hasRoom() {
        return gathers.size() < CAPACITY;
    }

    synchronized boolean isEmpty() {
        return gathers.isEmpty();
    }

    synchronized Optional<DeviceGather> oldest() {
        return Optional.ofNullable(gathers.peek());
    }

    /**
     * Ends the gathers that the device has completed, unless the library has found an error or the group is dead: then their
     * bytes cannot be trusted.
     */
    synchronized void settle() {
        DeviceGather oldest = gathers.peek();
        while (oldest != null && hasEnded(oldest) && isSound()) {
            end(oldest);
            oldest = gathers.peek();
        }
    }

    private boolean isSound() {
        int error = communicator.asyncError();
        if (error != NcclResult.SUCCESS && error != Communicator.BUSY) {
            signals.poison(owner + ": the library reports " + communicator.describe(error));
        }
        return error == NcclResult.SUCCESS && !signals.isPoisoned();
    }

    /** The same, asked by one of them: if it has not ended, nobody looks at the others. */
    synchronized void settle(DeviceGather gather) {
        if (gather.isPending() && gather.events() != null && hasEnded(gather)) {
            settle();
        }
    }

    /** Lets a stream wait for a gather, unless it has ended. */
    synchronized void order(DeviceStream consumer, DeviceGather gather) {
        EventPair pair = gather.events();
        if (gather.isPending() && pair != null) {
            consumer.device().runtime().waitFor(consumer.device().index(), consumer.handle(), pair.end());
        }
    }

    /**
     * How long the oldest gather has been running, as far as this was looked at; what its stream does before it does not
     * count.
     *
     * @param nowNanos the present
     * @return nanoseconds, 0 if nothing is running
     */
    synchronized long oldestRunsNanos(long nowNanos) {
        DeviceGather oldest = gathers.peek();
        if (oldest == null) {
            return 0;
        }
        EventPair pair = oldest.events();
        if (!oldestStarted && pair != null && runtime.isReached(device, pair.start())) {
            oldestStarted = true;
            oldestStartedNanos = nowNanos;
        }
        return oldestStarted ? nowNanos - oldestStartedNanos : 0;
    }

    /**
     * Fails those that the device is done with, after the group has died.
     *
     * @param cause makes the exception of one gather
     * @return true if nothing is in flight any more
     */
    synchronized boolean failEnded(Function<DeviceGather, AllGatherException> cause) {
        DeviceGather oldest = gathers.peek();
        while (oldest != null && hasEnded(oldest)) {
            recycle(oldest);
            onFailure.accept(oldest);
            oldest.fail(cause.apply(oldest), true);
            oldest = gathers.peek();
        }
        return oldest == null;
    }

    /**
     * Fails the rest at once; their memory stays in use until the device is done with it.
     *
     * @param cause makes the exception of one gather
     */
    synchronized void failRest(Function<DeviceGather, AllGatherException> cause) {
        for (DeviceGather gather : gathers) {
            onFailure.accept(gather);
            gather.fail(cause.apply(gather), false);
            lingering.add(gather);
        }
        gathers.clear();
    }

    /**
     * Gives back the memory of failed gathers that the device is done with by now.
     *
     * @return true if none is left
     */
    synchronized boolean releaseLingering() {
        DeviceGather oldest = lingering.peek();
        while (oldest != null && hasEnded(oldest)) {
            lingering.remove();
            EventPair pair = oldest.events();
            assert pair != null;
            events.giveBack(pair);
            oldest.release();
            oldest = lingering.peek();
        }
        return oldest == null;
    }

    /** Frees the events that are not in use. */
    synchronized void close() {
        events.close();
    }

    private void end(DeviceGather gather) {
        recycle(gather);
        signals.completed(gather.note());
        gather.complete();
    }

    private void recycle(DeviceGather gather) {
        DeviceGather removed = gathers.remove();
        assert removed == gather;
        oldestStarted = false;
        EventPair pair = gather.events();
        assert pair != null;
        events.giveBack(pair);
    }

    private boolean hasEnded(DeviceGather gather) {
        EventPair pair = gather.events();
        try {
            return pair != null && runtime.isReached(device, pair.end());
        } catch (AllGatherException e) {
            signals.poison(owner + " has lost its device: " + e.getMessage());
            return false;
        }
    }
}
