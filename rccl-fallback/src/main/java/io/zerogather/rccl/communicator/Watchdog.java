package io.zerogather.rccl.communicator;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The process's one thread that looks after all groups; it lives while there are any. */
final class Watchdog {
    private static final long BUSY_NANOS = Duration.ofMillis(1).toNanos();
    private static final long IDLE_NANOS = Duration.ofMillis(20).toNanos();

    private static final List<Supervisor> WATCHED = new CopyOnWriteArrayList<>();
    private static @Nullable Thread thread;

    private Watchdog() {}

    /** Looks after a group from now on, until there is nothing left to look after or {@link #release}. */
    static synchronized void watch(Supervisor supervisor) {
        WATCHED.add(supervisor);
        if (thread == null) {
            Thread started = new Thread(Watchdog::run, "zerogather-watchdog");
            started.setDaemon(true);
            started.start();
            thread = started;
        }
    }

    /** Looks after a group no longer. A look that has begun may still go on. */
    static void release(Supervisor supervisor) {
        boolean unused = WATCHED.remove(supervisor);
    }

    /** Looks soon. */
    static synchronized void wake() {
        LockSupport.unpark(thread);
    }

    private static void run() {
        while (true) {
            boolean busy = false;
            for (Supervisor supervisor : WATCHED) {
                busy |= look(supervisor);
            }
            if (endedFor(WATCHED)) {
                return;
            }
            LockSupport.parkNanos(Watchdog.class, busy ? BUSY_NANOS : IDLE_NANOS);
        }
    }

    private static boolean look(Supervisor supervisor) {
        if (!supervisor.look(System.nanoTime())) {
            release(supervisor);
        }
        return supervisor.isBusy();
    }

    private static synchronized boolean endedFor(List<Supervisor> watched) {
        if (watched.isEmpty()) {
            thread = null;
            return true;
        }
        return false;
    }
}
