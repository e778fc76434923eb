package io.zerogather;

import java.time.Duration;

/**
 * An ordered queue of work on one device. Everything that a gather touches is ordered on the stream it is submitted to:
 * what was queued before it happens before it, what is queued after it sees its output.
 */
public interface Stream extends AutoCloseable {
    /**
     * Whose memory the stream's operations may touch.
     *
     * @return host or device
     */
    MemoryType memory();

    /**
     * Whether submissions to this stream are being recorded into a graph instead of run. A gather that is submitted
     * while any rank records goes to the fallback on every rank.
     *
     * @return true while recording
     */
    default boolean isCapturing() {
        return false;
    }

    /**
     * Queues the caller's own work on the CPU between gathers: it sees the output of every gather queued before it, and
     * what is queued after it waits for it.
     *
     * @param action what to run; it must not wait for operations queued behind it
     * @return the work in flight
     * @throws AllGatherException if the stream is closed
     */
    Work run(Runnable action);

    /**
     * Waits until everything queued so far has run.
     *
     * @param timeout the longest wait
     * @return false if the time was over first
     * @throws InterruptedException if the calling thread is interrupted
     */
    boolean drain(Duration timeout) throws InterruptedException;

    /** Refuses new operations; what is queued still runs. Closing again changes nothing. */
    @Override
    void close();
}
