package io.zerogather.spi;

/**
 * Gathers of one fast path since it was opened, by what their meeting decided.
 *
 * @param direct gathers that went straight between users' memory
 * @param staged gathers that went through transit slots
 * @param redirected gathers that the meeting sent to the fallback
 * @param failed gathers that failed
 * @param movedBytes output bytes of the direct and staged gathers
 */
public record FastPathCounters(long direct, long staged, long redirected, long failed, long movedBytes) {
    /** Nothing yet. */
    public static final FastPathCounters NONE = new FastPathCounters(0, 0, 0, 0, 0);
}
