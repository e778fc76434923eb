package io.zerogather;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Watches what is in flight on one device, in the order in which it was queued, on a thread of its own that ends when
 * nothing has been in flight for some seconds.
 */
final class DeviceMonitor {
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String name;
    private final List<Watched> incoming = new ArrayList<>();
    private volatile @Nullable Thread thread;

    DeviceMonitor(String name) {
        this.name = name;
    }

    /** Something in flight. */
    interface Watched {
        /**
         * Looks at it, and ends it if it is over. Never throws.
         *
         * @return true once nobody needs to look any more
         */
        boolean settled();
    }

    synchronized void watch(Watched watched) {
        incoming.add(watched);
        Thread running = thread;
        if (running == null) {
            running = new Thread(this::work, name);
            running.setDaemon(true);
            thread = running;
            running.start();
        } else {
            LockSupport.unpark(running);
        }
    }

    /** Whether the calling thread is the one that runs actions of this device's streams. */
    boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    private void work() {
        List<Watched> inFlight = new ArrayList<>();
        long lastProgress = System.nanoTime();
        while (true) {
            boolean progress = takeIncoming(inFlight);
            progress |= inFlight.removeIf(Watched::settled);
            long now = System.nanoTime();
            if (progress) {
                lastProgress = now;
            }
            if (inFlight.isEmpty()) {
                if (now - lastProgress > LINGER_NANOS && ended()) {
                    return;
                }
                awaitIncoming();
            } else {
                DevicePolling.pause(now - lastProgress);
            }
        }
    }

    private synchronized boolean takeIncoming(List<Watched> inFlight) {
        boolean any = !incoming.isEmpty();
        inFlight.addAll(incoming);
        incoming.clear();
        return any;
    }

    private void awaitIncoming() {
        if (nothingIncoming()) {
            LockSupport.parkNanos(this, LINGER_NANOS);
        }
    }

    private synchronized boolean nothingIncoming() {
        return incoming.isEmpty();
    }

    private synchronized boolean ended() {
        if (!incoming.isEmpty()) {
            return false;
        }
        thread = null;
        return true;
    }
}
