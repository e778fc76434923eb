package io.zerogather.harness.check;

import io.zerogather.Group;
import io.zerogather.Router;
import io.zerogather.harness.gather.Findings;
import io.zerogather.harness.gather.GatherShape;
import io.zerogather.harness.gather.RouteLedger;
import io.zerogather.harness.gather.VerifiedGather;
import io.zerogather.harness.memory.GuardedBuffer;
import io.zerogather.harness.memory.MemoryKind;
import io.zerogather.harness.memory.Scratch;
import io.zerogather.harness.rank.Tally;
import java.util.Map;

/** What one check has at hand on one rank. */
final class CheckContext {
    private final Router router;
    private final Map<MemoryKind, Scratch> scratch;
    private final RouteLedger ledger;
    private final Findings findings;
    private final Tally tally;
    private long number;
    private long outputBytes;

    /**
     * A context for one check.
     *
     * @param router the open router
     * @param scratch memory of each kind
     * @param ledger compares the routes
     * @param findings what goes wrong
     * @param tally keeps the ranks in step where a check needs that
     * @param firstNumber numbers of gathers start here; no other check reaches it
     */
    CheckContext(
            Router router,
            Map<MemoryKind, Scratch> scratch,
            RouteLedger ledger,
            Findings findings,
            Tally tally,
            long firstNumber) {
        this.router = router;
        this.scratch = scratch;
        this.ledger = ledger;
        this.findings = findings;
        this.tally = tally;
        this.number = firstNumber;
    }

    Router router() {
        return router;
    }

    Group world() {
        return router.world();
    }

    /** This rank in WORLD. */
    int rank() {
        return world().rank();
    }

    RouteLedger ledger() {
        return ledger;
    }

    Findings findings() {
        return findings;
    }

    /** Output bytes of all gathers that were prepared. */
    long outputBytes() {
        return outputBytes;
    }

    /**
     * Prepares a gather of WORLD in the check's usual buffers.
     *
     * @param shape its form
     * @return the gather, not filled yet
     */
    VerifiedGather gather(GatherShape shape) {
        return gather(world(), shape, "", "");
    }

    /**
     * Prepares a gather. Every rank prepares the same gathers in the same order, members of the group or not.
     *
     * @param group who takes part
     * @param shape its form
     * @param outputName gathers in flight that need outputs of their own give them names
     * @param inputName the same for shards
     * @return the gather, not filled yet
     */
    VerifiedGather gather(Group group, GatherShape shape, String outputName, String inputName) {
        outputBytes += shape.shardBytes() * group.size();
        GuardedBuffer output = output(group, shape, outputName);
        GuardedBuffer input = shape.inPlace() ? null : input(shape, inputName);
        return new VerifiedGather(router, ledger, group, shape, number++, output, input);
    }

    /**
     * Allocates the check's usual buffers for gathers of WORLD up to some size, on all ranks before any rank goes on: peers
     * map pool memory at the first meeting after it was allocated, so a rank that was late would see that gather staged.
     *
     * @param shape the largest
     */
    void reserve(GatherShape shape) {
        GuardedBuffer unusedOutput = output(world(), shape, "");
        GuardedBuffer unusedInput = input(shape, "");
        tally.barrier();
    }

    /** Prepares, fills, submits, awaits and compares a gather of WORLD. */
    void run(GatherShape shape) throws InterruptedException {
        VerifiedGather gather = gather(shape);
        gather.fill();
        gather.submit().await();
        verify(gather);
    }

    void verify(VerifiedGather gather) {
        gather.verify(findings);
    }

    /** Counts a gather in which this rank has no part, so that numbers stay equal on all ranks. */
    void skip() {
        number++;
    }

    private GuardedBuffer output(Group group, GatherShape shape, String name) {
        long bytes = shape.shardBytes() * group.size();
        return scratch(shape.outputMemory()).buffer("output" + name, bytes, shape.outputMisalignment());
    }

    private GuardedBuffer input(GatherShape shape, String name) {
        return scratch(shape.inputMemory()).buffer("input" + name, shape.shardBytes(), shape.inputMisalignment());
    }

    private Scratch scratch(MemoryKind kind) {
        Scratch chosen = scratch.get(kind);
        if (chosen == null) {
            throw new IllegalStateException("No memory of the kind " + kind + " without a fast path");
        }
        return chosen;
    }
}
