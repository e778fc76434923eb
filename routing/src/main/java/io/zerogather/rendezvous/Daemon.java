package io.zerogather.rendezvous;

/** Background threads: named, and no obstacle to the end of the process. */
final class Daemon {

    static final String NAME_PREFIX = "zerogather-rendezvous-";

    private static final long END_MILLIS = 1000;

    private Daemon() {}

    static Thread create(String name, Runnable body) {
        Thread thread = new Thread(body, NAME_PREFIX + name);
        thread.setDaemon(true);
        return thread;
    }

    static Thread start(String name, Runnable body) {
        Thread thread = create(name, body);
        thread.start();
        return thread;
    }

    /** Waits a moment for a thread that has been told to end; an interrupt cuts the wait and stays set. */
    static void awaitEnd(Thread thread) {
        // Also a thread that comes here interrupted waits: the end is near.
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException again) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
