package io.zerogather;

import io.zerogather.metrics.GatherCounters;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.settings.Settings;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.GroupContext;
import java.util.List;
import java.util.Optional;

/**
 * What all groups of a router have in common when their backends are opened.
 *
 * @param agreed this rank's settings with what was agreed in their place
 * @param singleHost whether all ranks share one host
 * @param placement where this rank gathers
 * @param streams what gathers are ordered on
 * @param counters where backends' reports are counted
 */
record GroupContexts(
        Settings agreed, boolean singleHost, Placement placement, GatherStreams streams, GatherCounters counters) {
    /** The context of a group's fallback. */
    GroupContext forFallback(String name, Rendezvous members, List<Integer> worldRanks, Poison poison) {
        return context(name, members.scoped("fallback/"), worldRanks, Optional.empty(), poison);
    }

    /** The context of a group's fast path. */
    GroupContext forEngine(
            String name, Rendezvous members, List<Integer> worldRanks, AllGatherBackend fallback, Poison poison) {
        return context(name, members.scoped("engine/"), worldRanks, Optional.of(fallback), poison);
    }

    private GroupContext context(
            String name,
            Rendezvous members,
            List<Integer> worldRanks,
            Optional<AllGatherBackend> fallback,
            Poison poison) {
        return new GroupContext(
                name,
                members.rank(),
                worldRanks,
                placement.localRank(),
                streams.device(),
                singleHost,
                agreed,
                members,
                Deadline.after(agreed.openTimeout()),
                streams.hostStream(),
                fallback,
                new ChannelRecorder(counters, poison));
    }
}
