package io.zerogather;

import io.zerogather.route.RouteDecision;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.FastPath;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a router keeps for one group: its backends and its call numbers. Groups of the same ranks in the same order share
 * one. Everything but the route is guarded by the submission lock.
 */
final class Channel {
    private final RouteDecision route;
    private final AllGatherBackend fallback;
    private final @Nullable FastPath fastPath;
    private final Poison poison;
    private long lastCall;

    Channel(RouteDecision route, AllGatherBackend fallback, Optional<FastPath> fastPath, Poison poison) {
        this.route = route;
        this.fallback = fallback;
        this.fastPath = fastPath.orElse(null);
        this.poison = poison;
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
    }

    Optional<FastPath> fastPath() {
        return Optional.ofNullable(fastPath);
    }

    /** Leaves the group; a failure to do so is added to those of the other backends. */
    void close(Failures failures) {
        FastPath fast = fastPath;
        if (fast != null) {
            failures.collect(fast::close);
        }
        failures.collect(fallback::close);
    }
}
