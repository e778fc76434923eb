package io.zerogather.rendezvous;

/** Background threads: named, and no obstacle to the end of the process. */
final class Daemon {

    static final String NAME_PREFIX = "zerogather-rendezvous-";

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
}
