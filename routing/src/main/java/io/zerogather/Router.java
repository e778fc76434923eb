package io.zerogather;

import java.util.List;

/** Skeleton: the routing part replaces this. */
@SuppressWarnings("DoNotCallSuggester")
public final class Router implements AutoCloseable {
    private Router() {}

    /** {@return the group of all ranks} */
    public Group world() {
        throw new UnsupportedOperationException();
    }

    /**
     * Opens a group; collective over WORLD.
     *
     * @param worldRanks the members' ranks in WORLD, in group order
     * @return the group
     */
    public Group newGroup(List<Integer> worldRanks) {
        throw new UnsupportedOperationException();
    }

    /**
     * One gather; sizes in elements.
     *
     * @param output {@code [size × elements]}
     * @param input this rank's shard, {@code [elements]}
     * @param elements of one shard
     * @param dtype of both buffers
     * @param group whose ranks gather
     * @param stream that the gather is ordered on
     * @return the gather in flight
     */
    public Work allGatherIntoTensor(
            DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Group group, Stream stream) {
        throw new UnsupportedOperationException();
    }

    /**
     * Allocates pool memory if there is a fast path.
     *
     * @param bytes to allocate
     * @return the memory
     */
    public PoolMemory allocate(long bytes) {
        throw new UnsupportedOperationException();
    }

    /** {@return the process's host stream} */
    public HostStream hostStream() {
        throw new UnsupportedOperationException();
    }

    /** {@return the state for people and tools} */
    public RouterStatus status() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
