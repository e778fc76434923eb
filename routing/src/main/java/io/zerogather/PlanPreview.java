package io.zerogather;

import java.util.List;

/**
 * The plan that ranks would agree on, made without opening anything.
 *
 * @param ranks ranks in WORLD
 * @param fastPathActive true if gathers could take the fast path
 * @param engine its engine, or empty
 * @param fallback the fallback, or empty if there is none that every rank has
 * @param fallbackDetail why fallbacks that are preferred to it would not be used, or empty
 * @param memory whose memory gathers would be of
 * @param reason why the plan is what it is
 * @param detail the same in words: rank and cause
 * @param differences one line for each setting that differs between ranks and how it would be settled
 * @param failure why no rank could open a router, or empty
 * @param candidates what each rank found out about each provider
 */
public record PlanPreview(
        int ranks,
        boolean fastPathActive,
        String engine,
        String fallback,
        String fallbackDetail,
        MemoryType memory,
        Reason reason,
        String detail,
        List<String> differences,
        String failure,
        List<Candidate> candidates) {
    /** Keeps the lists from changing. {@inheritDoc} */
    public PlanPreview {
        differences = List.copyOf(differences);
        candidates = List.copyOf(candidates);
    }

    /**
     * What one rank found out about one provider.
     *
     * @param rank the rank in WORLD
     * @param engine true for an engine of the fast path, false for a fallback
     * @param name the provider's name
     * @param memory whose memory it serves
     * @param available whether the rank could start it
     * @param reason why not, or empty
     * @param compatibility what must be equal on all ranks, or empty
     * @param device what the rank alone may use on its host, or empty
     */
    public record Candidate(
            int rank,
            boolean engine,
            String name,
            MemoryType memory,
            boolean available,
            String reason,
            String compatibility,
            String device) {}
}
