package io.zerogather;

import io.zerogather.agreement.Plan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Says on rank 0 what was agreed on, in the reference's words where the situation is the reference's. */
final class PlanAnnouncement {
    private static final Logger LOGGER = LoggerFactory.getLogger(Router.class);

    private PlanAnnouncement() {}

    /**
     * Logs the plan.
     *
     * @param fallbackName the fallback's display name
     * @param hasDevice whether this rank has a GPU, so that a library passed over is news
     */
    static void log(Plan plan, String fallbackName, boolean hasDevice) {
        plan.differences().forEach(LOGGER::warn);
        if (!plan.fallbackDetail().isEmpty()) {
            LOGGER.atLevel(hasDevice ? Level.INFO : Level.DEBUG)
                    .log(
                            "{} allgather serves {} memory; passed over: {}",
                            fallbackName,
                            plan.memory().word(),
                            plan.fallbackDetail());
        }
        if (plan.fastPath()) {
            LOGGER.info("SDMA allgather enabled via {} (max_numel={})", plan.engine(), plan.maxElements());
        } else if (plan.wanted()) {
            LOGGER.info("SDMA allgather unavailable ({}); using {} allgather", plan.detail(), fallbackName);
        }
    }
}
