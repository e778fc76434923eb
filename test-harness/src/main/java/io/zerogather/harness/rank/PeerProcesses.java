package io.zerogather.harness.rank;

import io.zerogather.HostIdentity;
import io.zerogather.harness.launch.ProcessState;
import java.util.List;
import java.util.Objects;

/** The processes of the job's ranks, as far as this rank can look at them. Immutable. */
final class PeerProcesses {
    private static final long UNKNOWN = -1;

    private final List<Long> pids;

    private PeerProcesses(List<Long> pids) {
        this.pids = List.copyOf(pids);
    }

    /** Knows nobody. */
    static PeerProcesses unknown() {
        return new PeerProcesses(List.of());
    }

    /**
     * Tells and learns the process numbers. Collective.
     *
     * @param tally not used for anything else
     * @param host where this process runs
     * @return those that mean something here
     */
    static PeerProcesses exchange(Tally tally, HostIdentity host) {
        // Process numbers mean something in one namespace of one boot only.
        double place = Objects.hash(host.bootId(), host.processNamespace());
        return new PeerProcesses(tally.numbers((double) ProcessHandle.current().pid(), place).stream()
                .map(numbers -> numbers[1] == place ? (long) numbers[0] : UNKNOWN)
                .toList());
    }

    boolean isStopped(int rank) {
        return rank < pids.size() && pids.get(rank) != UNKNOWN && ProcessState.isStopped(pids.get(rank));
    }

    /** The ranks in words, with what to do about each; they are stopped. */
    String describeStopped(List<Integer> ranks) {
        return String.join(
                "; ",
                ranks.stream()
                        .map(rank -> ProcessState.describeStopped(rank, pids.get(rank)))
                        .toList());
    }
}
