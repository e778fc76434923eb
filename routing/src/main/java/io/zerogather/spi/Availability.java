package io.zerogather.spi;

/**
 * Whether a backend could start on this rank, found out without any peer.
 *
 * @param available true if it could
 * @param reason why not, in words for a log line; empty if available
 * @param compatibility what must be equal on all ranks for them to work together, for example {@code NCCL 2.28}; may be
 *     empty
 * @param device what no other rank of this host may use at the same time, for example a GPU's PCI address; may be empty
 */
public record Availability(boolean available, String reason, String compatibility, String device) {
    /**
     * It could start.
     *
     * @return an availability without a reason
     */
    public static Availability yes() {
        return yes("", "");
    }

    /**
     * It could start beside ranks that have the same and use other devices.
     *
     * @param compatibility what must be equal on all ranks, for people to read
     * @param device what this rank alone uses on its host
     * @return an availability without a reason
     */
    public static Availability yes(String compatibility, String device) {
        return new Availability(true, "", compatibility, device);
    }

    /**
     * It could not start.
     *
     * @param reason why not: what is missing and where it was looked for
     * @return the refusal
     */
    public static Availability no(String reason) {
        return new Availability(false, reason, "", "");
    }
}
