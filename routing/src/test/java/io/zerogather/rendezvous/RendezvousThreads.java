package io.zerogather.rendezvous;

import java.util.List;

/** The background threads of all rendezvous in this process. */
final class RendezvousThreads {

    private RendezvousThreads() {}

    static List<String> names() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(Daemon.NAME_PREFIX))
                .toList();
    }
}
