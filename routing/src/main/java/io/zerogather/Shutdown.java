package io.zerogather;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes a router once. */
final class Shutdown {
    private static final Logger LOGGER = LoggerFactory.getLogger(Router.class);

    /** An operation ends a moment after its own deadline, not at it. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    private final OpenRouter parts;
    private boolean done;

    Shutdown(OpenRouter parts) {
        this.parts = parts;
    }

    /** Whoever comes second waits for the first and finds everything closed. */
    synchronized void run() {
        if (parts.streams().isInsideOperation()) {
            throw new IllegalStateException("The router was closed from an operation that runs on one of its streams;"
                    + " close it from another thread, since it would have to wait for itself");
        }
        if (done) {
            return;
        }
        done = true;
        parts.submission().close();
        boolean interrupted = drain();
        Failures failures = new Failures();
        parts.groups().close(failures);
        parts.worldChannel().close(failures);
        parts.streams().close(failures);
        failures.collect(parts.meters()::close);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        failures.throwIfAny();
    }

    /** Returns whether this thread was interrupted, in which case it did not wait. */
    private boolean drain() {
        Duration patience = parts.plan().timeout().plus(SLACK);
        try {
            if (!parts.streams().drain(patience)) {
                LOGGER.warn(
                        "Closing the router although gathers are still in flight after {}; they will fail", patience);
            }
            return false;
        } catch (AllGatherException e) {
            return false; // somebody has closed the stream itself: what was queued on it still runs
        } catch (InterruptedException e) {
            return true;
        }
    }
}
