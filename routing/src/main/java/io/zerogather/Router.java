package io.zerogather;

import java.util.List;

/** Skeleton: the routing part replaces this. */
public final class Router implements AutoCloseable {
    private Router() {}

    /** The group of all ranks. */
    public Group world() {
        throw new UnsupportedOperationException();
    }

    /** Collective over WORLD. */
    public Group newGroup(List<Integer> worldRanks) {
        throw new UnsupportedOperationException();
    }

    /** One gather; sizes in elements. */
    public Work allGatherIntoTensor(
            DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype, Group group, Stream stream) {
        throw new UnsupportedOperationException();
    }

    /** Pool memory if there is a fast path. */
    public PoolMemory allocate(long bytes) {
        throw new UnsupportedOperationException();
    }

    /** The process's host stream. */
    public HostStream hostStream() {
        throw new UnsupportedOperationException();
    }

    /** State for people and tools. */
    public RouterStatus status() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
