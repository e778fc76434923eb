package io.zerogather;

import java.util.List;

/** Sub-groups of a world of one rank: the world itself, or nothing. */
final class SingleSubGroups implements SubGroups {
    private final Group world;
    private boolean closed;

    SingleSubGroups(Group world) {
        this.world = world;
    }

    @Override
    public synchronized Group open(List<Integer> worldRanks) {
        if (closed) {
            throw SubGroups.closedRouter();
        }
        String problem = MemberList.of(worldRanks).problem(1);
        if (!problem.isEmpty()) {
            throw SubGroups.refused(problem);
        }
        return world;
    }

    @Override
    public synchronized void close(Failures failures) {
        closed = true;
    }
}
