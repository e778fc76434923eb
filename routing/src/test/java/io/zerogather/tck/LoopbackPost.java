package io.zerogather.tck;

import io.zerogather.DataType;

/** What one rank says about one call. */
final class LoopbackPost {
    private final Kind kind;
    private final int rank;
    private final long elements;
    private final DataType dtype;
    private final byte[] shard;
    private final String text;

    /**
     * Says something.
     *
     * @param kind what the rank is about to do
     * @param rank who
     * @param elements elements per shard
     * @param dtype element type
     * @param shard its shard's bytes, empty unless it gathers
     * @param text why it does not gather, empty if it does
     */
    LoopbackPost(Kind kind, int rank, long elements, DataType dtype, byte[] shard, String text) {
        this.kind = kind;
        this.rank = rank;
        this.elements = elements;
        this.dtype = dtype;
        this.shard = shard;
        this.text = text;
    }

    /** What a rank may say. */
    enum Kind {
        GATHER,
        CAPTURE,
        LEAVE,
        ANNOUNCED,
        REJECTED
    }

    Kind kind() {
        return kind;
    }

    int rank() {
        return rank;
    }

    DataType dtype() {
        return dtype;
    }

    byte[] shard() {
        return shard;
    }

    String text() {
        return text;
    }

    boolean matches(LoopbackPost other) {
        return elements == other.elements && dtype == other.dtype;
    }

    String call() {
        return kind == Kind.ANNOUNCED
                ? "rank " + rank + " takes the fallback (" + text + ")"
                : "rank " + rank + " gathers " + elements + " elements of " + dtype.torchName();
    }
}
