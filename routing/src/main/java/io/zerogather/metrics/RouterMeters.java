package io.zerogather.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.zerogather.DataType;
import io.zerogather.Reason;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The meters of one router. They read the counters when the registry asks; a call costs them nothing. Thread-safe.
 */
public final class RouterMeters implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(RouterMeters.class);

    private final MeterRegistry registry;
    private final GatherCounters counters;
    private final ServedBy served;
    private final Timer fastDuration;
    private final Timer otherDuration;
    private final Queue<Meter> meters = new ConcurrentLinkedQueue<>();

    /** Registries hold what they read weakly. */
    private final Queue<Rising> sources = new ConcurrentLinkedQueue<>();

    /**
     * Registers the meters that do not depend on what gathers come.
     *
     * @param registry where to register
     * @param counters what to show
     * @param served who serves which reason
     * @param plan why the plan is what it is
     */
    public RouterMeters(MeterRegistry registry, GatherCounters counters, ServedBy served, Reason plan) {
        this.registry = registry;
        this.counters = counters;
        this.served = served;
        this.fastDuration = duration(Reason.FAST);
        this.otherDuration = duration(plan == Reason.FAST ? Reason.GROUP : plan);
        add(Gauge.builder("zerogather.plan", () -> plan == Reason.FAST ? 1 : 0)
                .description("1 if the plan is the fast path, 0 if it is the fallback")
                .tags("engine", served.engine(plan), "reason", plan.tag())
                .register(registry));
        add(FunctionTimer.builder(
                        "zerogather.enqueue",
                        counters,
                        GatherCounters::enqueues,
                        GatherCounters::enqueueNanos,
                        TimeUnit.NANOSECONDS)
                .description("time that submissions took on the caller's thread")
                .register(registry));
        add(FunctionCounter.builder("zerogather.failed", counters, GatherCounters::failures)
                .description("gathers that failed after their submission")
                .register(registry));
        counters.onFirstOfKind(this::occurred);
    }

    /**
     * Records the time from a gather's submission to its end, for a sample of gathers.
     *
     * @param reason why it took its route
     * @param nanos how long it took
     */
    public void completed(Reason reason, long nanos) {
        (reason == Reason.FAST ? fastDuration : otherDuration).record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Removes the meters, so that the next router of the process can register its own. */
    @Override
    public void close() {
        for (Meter meter = meters.poll(); meter != null; meter = meters.poll()) {
            registry.remove(meter);
        }
    }

    /** A registry that refuses a meter costs the meter, never the gather that it was to count. */
    private void occurred(Reason reason, DataType dtype) {
        try {
            registerKind(reason, dtype);
        } catch (RuntimeException e) {
            LOGGER.warn(
                    "Gathers with reason {} of {} are not metered: {}", reason.tag(), dtype.torchName(), e.toString());
        }
    }

    private void registerKind(Reason reason, DataType dtype) {
        Tags tags = Tags.of(
                "backend", served.backend(reason),
                "engine", served.engine(reason),
                "reason", reason.tag(),
                "dtype", dtype.torchName());
        add(FunctionCounter.builder("zerogather.gathers", rising(() -> counters.gathers(reason, dtype)), Rising::value)
                .description("gathers by the route that they took and why")
                .tags(tags)
                .register(registry));
        add(FunctionCounter.builder("zerogather.bytes", rising(() -> counters.bytes(reason, dtype)), Rising::value)
                .description("output bytes of gathers")
                .baseUnit("bytes")
                .tags(tags)
                .register(registry));
    }

    private Timer duration(Reason reason) {
        Timer timer = Timer.builder("zerogather.duration")
                .description("time from a gather's submission to its end, of a sample of gathers")
                .tags("backend", served.backend(reason), "engine", served.engine(reason))
                .register(registry);
        add(timer);
        return timer;
    }

    private void add(Meter meter) {
        meters.add(meter);
    }

    private Rising rising(LongSupplier source) {
        Rising rising = new Rising(source);
        sources.add(rising);
        return rising;
    }

    /**
     * A count that never goes back: a fast-path candidate that is read before its meeting sends it elsewhere would
     * otherwise be taken back, and a registry takes that for a restart.
     */
    private static final class Rising {
        private final LongSupplier source;
        private long highest;

        Rising(LongSupplier source) {
            this.source = source;
        }

        synchronized double value() {
            highest = Math.max(highest, source.getAsLong());
            return highest;
        }
    }
}
