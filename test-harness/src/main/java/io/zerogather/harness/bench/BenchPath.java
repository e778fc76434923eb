package io.zerogather.harness.bench;

import io.zerogather.Router;
import io.zerogather.harness.memory.MemoryKind;

/**
 * One of the ways that are compared.
 *
 * @param name in the table and in JSON
 * @param role what it is compared as
 * @param router what gathers go to
 * @param memory where shards and outputs lie
 */
record BenchPath(String name, Role role, Router router, MemoryKind memory) {
    /** What a path stands for. */
    enum Role {
        /** The fast path as a trainer uses it first: ordinary memory, through transit. */
        STAGED,
        /** The fast path from pool memory. */
        DIRECT,
        /** The fallback as the router runs it, with its check that all ranks make the same call. */
        FALLBACK,
        /** The fallback library alone: what ratios compare with. */
        RAW
    }

    /** Whether this path shall be faster than the library alone. */
    boolean isFast() {
        return role == Role.STAGED || role == Role.DIRECT;
    }
}
