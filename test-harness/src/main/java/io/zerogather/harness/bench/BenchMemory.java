package io.zerogather.harness.bench;

import io.zerogather.harness.memory.GuardedBuffer;
import io.zerogather.harness.memory.MemoryKind;
import io.zerogather.harness.memory.OrdinarySource;
import io.zerogather.harness.memory.PoolSource;
import io.zerogather.harness.memory.Scratch;

/** The buffers of all cells: one shard and one output of each kind, used at every size. */
final class BenchMemory {
    private final Scratch ordinary;
    private final Scratch pool;

    /**
     * Memory that is allocated when it is first asked for.
     *
     * @param ordinary memory that the fast path knows nothing about
     * @param pool the fast path's memory
     */
    BenchMemory(OrdinarySource ordinary, PoolSource pool) {
        this.ordinary = Scratch.ordinary(ordinary);
        this.pool = Scratch.pool(pool);
    }

    GuardedBuffer output(MemoryKind kind, long bytes) {
        return scratch(kind).buffer("output", bytes);
    }

    GuardedBuffer shard(MemoryKind kind, long bytes) {
        return scratch(kind).buffer("shard", bytes);
    }

    private Scratch scratch(MemoryKind kind) {
        return kind == MemoryKind.POOL ? pool : ordinary;
    }
}
