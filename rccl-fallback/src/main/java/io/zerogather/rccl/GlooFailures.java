package io.zerogather.rccl;

import io.zerogather.AllGatherException;
import io.zerogather.AllGatherException.Category;
import io.zerogather.spi.GroupContext;
import org.jspecify.annotations.Nullable;

/** Words the failures of one group on one rank. */
final class GlooFailures {
    private final GroupContext context;

    GlooFailures(GroupContext context) {
        this.context = context;
    }

    AllGatherException notOpened(String reason, @Nullable Throwable cause) {
        return new AllGatherException(
                Category.SETUP,
                "Gloo could not connect group '" + context.name() + "' on rank " + worldRank() + ": " + reason,
                cause);
    }

    AllGatherException differentCalls(GlooTask task, String calls) {
        return new AllGatherException(
                Category.REJECTED,
                subject(task) + " was refused on every rank because the ranks' calls differ: " + calls
                        + "; make the same calls in the same order on all ranks. Nothing was moved, the group works on");
    }

    AllGatherException failed(GlooTask task, String reason) {
        return new AllGatherException(
                Category.FATAL,
                subject(task) + " failed: " + reason + " (timeout "
                        + context.settings().timeout().toMillis()
                        + " ms, DS_SDMA_ALLGATHER_TIMEOUT). The group cannot be used any more on any rank: stop the job");
    }

    AllGatherException closed(GlooTask task) {
        return new AllGatherException(
                Category.CLOSED, subject(task) + " did not run: the group was closed on this rank before it had ended");
    }

    private String subject(GlooTask task) {
        return "Gather " + task.describe() + " of group '" + context.name() + "' over Gloo on rank " + worldRank();
    }

    private int worldRank() {
        return context.worldRanks().get(context.rank());
    }
}
