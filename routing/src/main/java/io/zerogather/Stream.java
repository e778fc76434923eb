package io.zerogather;

/**
 * An ordered queue of work on one device. Everything that a gather touches is ordered on the stream it is submitted to:
 * what was queued before it happens before it, what is queued after it sees its output.
 */
public interface Stream {
    /**
     * Whether submissions to this stream are being recorded into a graph instead of run. A gather that is submitted
     * while any rank records goes to the fallback on every rank.
     *
     * @return true while recording
     */
    default boolean isCapturing() {
        return false;
    }
}
