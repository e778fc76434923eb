package io.zerogather.spi;

/**
 * Whether a backend could start on this rank, found out without any peer.
 *
 * @param available true if it could
 * @param reason why not, in words for a log line; empty if available
 */
public record Availability(boolean available, String reason) {
    /**
     * It could start.
     *
     * @return an availability without a reason
     */
    public static Availability yes() {
        return new Availability(true, "");
    }

    /**
     * It could not start.
     *
     * @param reason why not: what is missing and where it was looked for
     * @return the refusal
     */
    public static Availability no(String reason) {
        return new Availability(false, reason);
    }
}
