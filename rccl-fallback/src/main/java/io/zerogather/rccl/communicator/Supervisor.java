package io.zerogather.rccl.communicator;

import io.zerogather.AllGatherException;
import io.zerogather.rccl.nccl.NcclResult;
import io.zerogather.spi.GroupContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches over one group, in steps of the {@link Watchdog}: ends its gathers, asks the library for errors, looks for
 * peers that are gone and for gathers that take too long, and sees a dead group to its end.
 */
final class Supervisor {
    private static final Logger LOGGER = LoggerFactory.getLogger(Supervisor.class);
    private static final long ERRORS_EVERY_NANOS = Duration.ofMillis(10).toNanos();

    /** What a peer that is gone had already sent needs this long to arrive at most. */
    private static final long GONE_NANOS = Duration.ofMillis(200).toNanos();

    /** How long a dead group's gathers wait for their communicator's end before they fail without it. */
    private static final long ABORT_NANOS = Duration.ofSeconds(1).toNanos();

    private final GroupContext context;
    private final Communicator communicator;
    private final List<Communicator> communicators;
    private final GroupSignals signals;
    private final InFlight inFlight;
    private final GroupFailures failures;
    private final long timeoutNanos;
    private final AtomicReference<@Nullable Death> death = new AtomicReference<>();
    private long errorsAskedNanos = System.nanoTime();
    private long seenStay;
    private long stayNanos;
    private long goneNanos;
    private boolean goneSeen;
    private boolean failed;
    private boolean retired;
    private volatile boolean buried;

    /**
     * Watches over a group.
     *
     * @param context the group
     * @param communicators that of its gathers, and others that end with it
     * @param signals what the ranks tell each other
     * @param inFlight its gathers
     * @param failures words its failures
     */
    Supervisor(
            GroupContext context,
            List<Communicator> communicators,
            GroupSignals signals,
            InFlight inFlight,
            GroupFailures failures) {
        this.context = context;
        this.communicator = communicators.get(0);
        this.communicators = communicators;
        this.signals = signals;
        this.inFlight = inFlight;
        this.failures = failures;
        this.timeoutNanos = saturated(context.settings().timeout());
    }

    /**
     * One look. Never blocks for long; on the watchdog's thread.
     *
     * @param nowNanos the present
     * @return false if there is nothing left to watch over
     */
    synchronized boolean look(long nowNanos) {
        if (retired) {
            return false;
        }
        if (death.get() == null) {
            try {
                lookAtTheLiving(nowNanos);
            } catch (RuntimeException e) {
                LOGGER.error("Watching over {} failed", context.name(), e);
                poison(failures.rank() + ": watching over the group failed: " + e);
            }
        }
        if (signals.isPoisoned()) {
            die();
        }
        Death dead = death.get();
        return dead == null || !bury(dead, nowNanos);
    }

    /** If the group is dead, waits a while until its gathers have given their memory back. */
    void awaitEnd(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (death.get() != null && !buried && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(this, ERRORS_EVERY_NANOS);
        }
    }

    private void lookAtTheLiving(long nowNanos) {
        inFlight.settle();
        askForErrors(nowNanos);
        lookForGonePeers(nowNanos);
        lookAtTheClock(nowNanos);
    }

    /** Looks no more; when this returns, no look goes on. */
    synchronized void retire() {
        retired = true;
    }

    /** Whether a gather waits for its end, so that looks must be frequent. */
    boolean isBusy() {
        return !inFlight.isEmpty() || death.get() != null;
    }

    /**
     * Declares the group dead, here and on all other ranks.
     *
     * @param cause what happened on this rank
     */
    void poison(String cause) {
        signals.poison(cause);
        die();
    }

    /** Lets the group die here of what its signals say. Any thread; only the first call counts. */
    void die() {
        if (death.get() != null) {
            return;
        }
        Death first = new Death(failures.dead(signals.poisonText()), System.nanoTime());
        // Before any gather can fail of it, so that whoever sees one fail finds the group dead.
        context.recorder().poisoned(first.cause);
        if (death.compareAndSet(null, first)) {
            first.abort = Ending.abort(communicators, context.name());
            Watchdog.wake();
        }
    }

    /** Why the group is dead on this rank, if it is. */
    Optional<AllGatherException> cause() {
        Death dead = death.get();
        return dead == null ? Optional.empty() : Optional.of(dead.cause);
    }

    private void askForErrors(long nowNanos) {
        if (nowNanos - errorsAskedNanos < ERRORS_EVERY_NANOS) {
            return;
        }
        errorsAskedNanos = nowNanos;
        int error = communicator.asyncError();
        if (error != NcclResult.SUCCESS && error != Communicator.BUSY) {
            poison(failures.rank() + ": the library reports " + communicator.describe(error));
        }
    }

    private void lookForGonePeers(long nowNanos) {
        Optional<DeviceGather> oldest = inFlight.oldest();
        if (oldest.isEmpty()) {
            return;
        }
        long dead = signals.dead();
        if (dead == 0) {
            lookForClosedPeers(oldest.get());
        } else if (!goneSeen) {
            goneSeen = true;
            goneNanos = nowNanos;
        } else if (nowNanos - goneNanos > GONE_NANOS) {
            poison(failures.members(dead) + " ended while " + failures.describe(oldest.get()) + " was in flight");
        }
    }

    /** A peer that has closed completes what it has submitted; what it has not, it never will. */
    private void lookForClosedPeers(DeviceGather oldest) {
        long closed = signals.closed();
        for (int member = 0; closed != 0 && member < context.size(); member++) {
            if ((closed & 1L << member) != 0 && signals.posted(member) < oldest.note()) {
                poison(failures.members(1L << member) + " closed its router before " + failures.describe(oldest));
                return;
            }
        }
    }

    private void lookAtTheClock(long nowNanos) {
        long stay = communicator.stay();
        if (stay == 0 || stay != seenStay) {
            seenStay = stay;
            stayNanos = nowNanos;
        } else if (nowNanos - stayNanos > timeoutNanos) {
            poison(failures.rank() + ": a thread has been inside the collective library for more than "
                    + context.settings().timeout().toMillis() + " ms" + failures.positions(signals.positions()));
        }
        if (inFlight.oldestRunsNanos(nowNanos) > timeoutNanos) {
            inFlight.oldest()
                    .ifPresent(oldest -> poison(failures.rank() + ": " + failures.describe(oldest)
                            + " did not complete within "
                            + context.settings().timeout().toMillis() + " ms"
                            + failures.positions(signals.positions())));
        }
    }

    /** Returns whether the dead group's last gather has given its memory back. */
    private boolean bury(Death dead, long nowNanos) {
        Ending abort = dead.abort;
        boolean aborted = abort != null && abort.isDone();
        if (!failed) {
            boolean allEnded = aborted && inFlight.failEnded(gather -> failures.failed(gather, dead.cause));
            if (!allEnded && nowNanos - dead.sinceNanos < ABORT_NANOS) {
                return false;
            }
            inFlight.failRest(gather -> failures.failed(gather, dead.cause));
            failed = true;
        }
        buried = aborted && inFlight.releaseLingering();
        return buried;
    }

    private static long saturated(Duration timeout) {
        try {
            return timeout.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    /** How the group died. */
    private static final class Death {
        private final AllGatherException cause;
        private final long sinceNanos;
        private volatile @Nullable Ending abort;

        Death(AllGatherException cause, long sinceNanos) {
            this.cause = cause;
            this.sinceNanos = sinceNanos;
        }
    }
}
