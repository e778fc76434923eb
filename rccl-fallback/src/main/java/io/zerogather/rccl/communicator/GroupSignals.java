package io.zerogather.rccl.communicator;

import io.zerogather.DataType;

/**
 * What the ranks of one group tell each other beside the collective library, which notices neither a peer that never
 * calls nor one that calls something else. Nothing here waits for a peer. Thread-safe, except {@link #post}, whose calls
 * are serialised by the caller.
 */
interface GroupSignals extends AutoCloseable {
    /** What a note is about. */
    enum Kind {
        GATHER,
        EMPTY,
        REFUSED
    }

    /**
     * Notes this rank's next call and compares it with what the peers have noted under the same number.
     *
     * @param call the group's call number
     * @param elements elements per shard
     * @param dtype element type
     * @param kind what became of the call
     * @param refusal why it was refused, or empty
     * @return the note's number, from 1; 0 if the calls differ or the group was dead before: then {@link #poisonText()}
     *     says why
     */
    long post(long call, long elements, DataType dtype, Kind kind, String refusal);

    /**
     * Notes that a call has completed on this rank.
     *
     * @param note its number
     */
    void completed(long note);

    /**
     * Declares the group dead. The first cause counts.
     *
     * @param cause what happened, naming this rank
     */
    void poison(String cause);

    /** Whether the group is dead; costs next to nothing. */
    boolean isPoisoned();

    /** The first cause, or empty. */
    String poisonText();

    /** Members whose process has ended without closing, one bit each; 0 where this cannot be known. */
    long dead();

    /** Members that have closed in order, one bit each; 0 where this cannot be known. */
    long closed();

    /**
     * How many calls a member has noted.
     *
     * @param member rank in the group
     */
    long posted(int member);

    /** How far each member has come, in words; empty where this cannot be known. */
    String positions();

    /** Tells the peers that this rank makes no further calls. */
    void leave();

    /** Frees what is held; no other call may follow. */
    @Override
    void close();
}
