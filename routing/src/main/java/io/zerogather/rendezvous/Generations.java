package io.zerogather.rendezvous;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts how often each rank has opened each rendezvous in this process. Every rank of a job counts the same, so that
 * one that closes and opens again meets those who did so too, and never reads a key of the time before.
 */
final class Generations {

    private static final Map<Meeting, Long> OPENED = new ConcurrentHashMap<>();

    private Generations() {}

    /** The generation of the rank's next opening, from 1. */
    static long next(String place, JobToken token, int rank) {
        return OPENED.merge(new Meeting(place, token, rank), 1L, Long::sum);
    }

    private record Meeting(String place, JobToken token, int rank) {}
}
