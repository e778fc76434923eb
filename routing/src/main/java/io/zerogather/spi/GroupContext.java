package io.zerogather.spi;

import io.zerogather.Device;
import io.zerogather.HostStream;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.settings.Settings;
import java.util.List;
import java.util.Optional;

/**
 * The group that a backend is opened for, seen from one rank.
 *
 * @param name unique in this job and generation, for example {@code world}
 * @param rank this rank in the group, 0-based
 * @param worldRanks the members' ranks in WORLD, in group order; their number is the group's size
 * @param localRank this rank among those of its host
 * @param device the GPU that this rank uses; present where the plan's memory is a device's
 * @param singleHost true if the plan says that all ranks of WORLD share one host
 * @param settings this rank's settings; limits and switches that must be equal have been agreed on
 * @param rendezvous a store for this group and backend alone; {@code rank()} and {@code worldSize()} are the group's
 * @param deadline when opening must have ended
 * @param hostStream the process's host stream
 * @param fallback the group's fallback, for a fast path
 * @param recorder where a backend reports what the router cannot see
 */
public record GroupContext(
        String name,
        int rank,
        List<Integer> worldRanks,
        int localRank,
        Optional<Device> device,
        boolean singleHost,
        Settings settings,
        Rendezvous rendezvous,
        Deadline deadline,
        HostStream hostStream,
        Optional<AllGatherBackend> fallback,
        GatherRecorder recorder) {
    /** Keeps the member list from changing. {@inheritDoc} */
    public GroupContext {
        worldRanks = List.copyOf(worldRanks);
    }

    /**
     * Ranks in the group.
     *
     * @return at least 1
     */
    public int size() {
        return worldRanks.size();
    }
}
