package io.zerogather.harness.memory;

import io.zerogather.AllGatherException;
import io.zerogather.PoolMemory;
import io.zerogather.Router;
import io.zerogather.spi.LocalCopy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.ServiceLoader;

/** Pool memory of one router, freed together. */
public final class PoolSource implements MemorySource, AutoCloseable {
    private final Router router;
    private final Deque<PoolMemory> allocated = new ArrayDeque<>();

    /**
     * A source without memory.
     *
     * @param router allocates it; close this source first
     */
    public PoolSource(Router router) {
        this.router = router;
    }

    @Override
    public Memory allocate(int bytes) {
        LocalCopy copy = localCopy();
        PoolMemory pool = router.allocate(bytes);
        allocated.push(pool);
        MirroredMemory memory = new MirroredMemory(pool.buffer(), SharedMemory.allocate(bytes), copy);
        memory.publish(); // touches it
        return memory;
    }

    @Override
    public void close() {
        while (!allocated.isEmpty()) {
            allocated.pop().close();
        }
    }

    private static LocalCopy localCopy() {
        List<String> refusals = new ArrayList<>();
        for (LocalCopy candidate : ServiceLoader.load(LocalCopy.class)) {
            if (candidate.availability().available()) {
                return candidate;
            }
            refusals.add(candidate.availability().reason());
        }
        throw new AllGatherException(
                AllGatherException.Category.SETUP, "Pool memory cannot be read without native code: " + refusals);
    }
}
