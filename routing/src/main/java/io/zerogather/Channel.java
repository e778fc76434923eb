package io.zerogather;

import io.zerogather.route.RouteDecision;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.FastPath;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a router keeps for one group: its backends and its call numbers. Groups of the same ranks in the same order share
 * one. The call numbers are guarded by the submission lock.
 */
final class Channel {
    private static final Logger LOGGER = LoggerFactory.getLogger(Channel.class);

    private final RouteDecision route;
    private final AllGatherBackend fallback;
    private final @Nullable FastPath fastPath;
    private final Poison poison;
    private final AtomicBoolean ended = new AtomicBoolean();
    private long lastCall;

    Channel(RouteDecision route, AllGatherBackend fallback, Optional<FastPath> fastPath, Poison poison) {
        this.route = route;
        this.fallback = fallback;
        this.fastPath = fastPath.orElse(null);
        this.poison = poison;
        poison.whenSet(this::abort);
    }

    Reason route(long elements, DataType dtype) {
        return route.reason(elements, dtype);
    }

    Poison poison() {
        return poison;
    }

    /** Takes the next call number and hands the gather to its backend, which takes over a use of both buffers. */
    Work submit(Reason reason, DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Stream stream) {
        long call = ++lastCall;
        FastPath fast = fastPath;
        if (fast != null) {
            if (reason == Reason.FAST) {
                return fast.submit(call, output, input, elements, dtype, stream);
            }
            announce(fast, call, reason, output, input, stream);
        }
        if (reason == Reason.EMPTY) {
            output.release();
            input.release();
            fallback.skip(call, elements, dtype, "");
            return Work.completed();
        }
        return fallback.submit(call, output, input, elements, dtype, stream);
    }

    private static void announce(
            FastPath fast, long call, Reason reason, DeviceBuffer output, DeviceBuffer input, Stream stream) {
        try {
            fast.announce(call, reason, stream);
        } catch (RuntimeException e) {
            output.release();
            input.release();
            throw e;
        }
    }

    /** Takes the next call number for a call that this rank refuses, and lets the peers' gathers fail with the message. */
    void reject(long elements, DataType dtype, String message, Stream stream) {
        long call = ++lastCall;
        FastPath fast = fastPath;
        if (fast != null) {
            fast.reject(call, elements, dtype, message, stream);
        }
        if (elements < 0 || route.reason(elements, dtype) != Reason.FAST) {
            fallback.skip(call, elements, dtype, message);
        }
    }

    /** Ends the gathers in flight on every backend, once: the group is dead. */
    void abort(AllGatherException cause) {
        if (ended.compareAndSet(false, true)) {
            FastPath fast = fastPath;
            if (fast != null) {
                abort(fast, cause);
            }
            abort(fallback, cause);
        }
    }

    private static void abort(AllGatherBackend backend, AllGatherException cause) {
        try {
            backend.abort(cause);
        } catch (RuntimeException e) {
            LOGGER.warn("The backend {} could not be aborted; its gathers end by their deadline", backend.engine(), e);
        }
    }

    Optional<FastPath> fastPath() {
        return Optional.ofNullable(fastPath);
    }

    /** Leaves the group; a failure to do so is added to those of the other backends. */
    void close(Failures failures) {
        ended.set(true);
        FastPath fast = fastPath;
        if (fast != null) {
            failures.collect(fast::close);
        }
        failures.collect(fallback::close);
    }
}
