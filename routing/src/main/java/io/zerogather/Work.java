package io.zerogather;

import java.time.Duration;

/**
 * A gather in flight. It makes progress whether or not anybody waits for it; waits may be zero or many, from any
 * thread. Once the gather has failed, every method throws an {@link AllGatherException} that says why.
 */
public interface Work {
    /**
     * Asks without blocking.
     *
     * @return true once the output is complete and the shard may be overwritten
     * @throws AllGatherException if the gather failed
     */
    boolean isCompleted();

    /**
     * Blocks until the gather has completed or the time is over; running out of time changes nothing.
     *
     * @param timeout the longest wait, not negative
     * @return true if the gather completed, false if the time was over first
     * @throws AllGatherException if the gather failed
     * @throws InterruptedException if the waiting thread is interrupted; the gather goes on
     */
    boolean await(Duration timeout) throws InterruptedException;

    /**
     * Blocks until the gather has completed. The backend's own deadline ends every gather, so this returns.
     *
     * @throws AllGatherException if the gather failed
     * @throws InterruptedException if the waiting thread is interrupted; the gather goes on
     */
    void await() throws InterruptedException;

    /**
     * Orders everything queued on {@code stream} from now on after this gather. Never blocks the calling thread for the
     * gather.
     *
     * @param stream a stream of the device that the gather ran on
     * @throws AllGatherException if the gather has failed already
     * @throws IllegalArgumentException if the stream belongs to another kind of device
     */
    void waitOn(Stream stream);

    /**
     * A gather that had nothing to move.
     *
     * @return a work that is complete; the same object on every call
     */
    static Work completed() {
        return CompletedWork.INSTANCE;
    }
}
