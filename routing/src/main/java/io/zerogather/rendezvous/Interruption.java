package io.zerogather.rendezvous;

/** What a wait does when its thread is interrupted: keep the flag and give up. */
final class Interruption {

    private Interruption() {}

    static RendezvousException during(String what, InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new RendezvousException("interrupted during " + what, interrupted);
    }
}
