package io.zerogather.harness.gather;

import io.zerogather.DeviceBuffer;
import io.zerogather.Group;
import io.zerogather.Router;
import io.zerogather.Work;
import io.zerogather.harness.memory.GuardedBuffer;
import io.zerogather.harness.memory.Mismatch;
import io.zerogather.harness.memory.Pattern;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One gather whose bytes are known before: filled, submitted as often as wanted, compared as often as wanted. */
public final class VerifiedGather {
    private final Router router;
    private final RouteLedger ledger;
    private final Group group;
    private final GatherShape shape;
    private final long number;
    private final GuardedBuffer output;
    private final @Nullable GuardedBuffer input;
    private final DeviceBuffer shard;

    /**
     * A gather that is not submitted yet.
     *
     * @param router what it goes to
     * @param ledger notes its route
     * @param group who takes part; this rank does
     * @param shape its form
     * @param number a number that no other gather of the run has, equal on all ranks
     * @param output the output
     * @param input the shard, or null if it lies in the output
     */
    public VerifiedGather(
            Router router,
            RouteLedger ledger,
            Group group,
            GatherShape shape,
            long number,
            GuardedBuffer output,
            @Nullable GuardedBuffer input) {
        this.router = router;
        this.ledger = ledger;
        this.group = group;
        this.shape = shape;
        this.number = number;
        this.output = output;
        this.input = input;
        this.shard = input == null
                ? output.device().slice(shape.offsetInOutput(group.rank(), group.size()), shape.shardBytes())
                : input.device();
    }

    /**
     * The same gather with other bytes.
     *
     * @param step how far its number lies from this one's; equal on all ranks
     * @return a gather in the same buffers
     */
    public VerifiedGather renumbered(long step) {
        return new VerifiedGather(router, ledger, group, shape, number + step, output, input);
    }

    /** Writes this rank's shard. */
    public void fill() {
        GuardedBuffer target = input == null ? output : input;
        pattern(group.rank()).fill(input == null ? shardInOutput() : input.bytes());
        target.publish();
    }

    /**
     * Hands the gather to the router, on its stream.
     *
     * @return the gather in flight
     */
    public Work submit() {
        ledger.expect(shape, group.size(), group.equals(router.world()));
        return router.allGatherIntoTensor(
                output.device(), shard, shape.elements(), shape.dtype(), group, router.stream());
    }

    /**
     * Compares the output, the shard and the guards.
     *
     * @param findings gets what differs
     */
    public void verify(Findings findings) {
        output.refresh();
        for (int member = 0; member < group.size(); member++) {
            compare(member, slot(member), findings);
        }
        checkGuards("output", output, findings);
        if (input != null) {
            input.refresh();
            compare(group.rank(), input.bytes(), findings);
            checkGuards("shard", input, findings);
        }
    }

    private void compare(int member, ByteBuffer bytes, Findings findings) {
        Pattern expected = pattern(member);
        Mismatch mismatch = expected.compare(bytes, shape.dtype().bytes());
        if (!mismatch.isNone()) {
            findings.wrongPartition(member, expected, mismatch, shape);
        }
    }

    private void checkGuards(String name, GuardedBuffer buffer, Findings findings) {
        buffer.damage().ifPresent(damage -> findings.add(name + " of a gather of " + shape + ": " + damage));
    }

    private ByteBuffer slot(int member) {
        return part(member * shape.shardBytes());
    }

    private ByteBuffer shardInOutput() {
        return part(shape.offsetInOutput(group.rank(), group.size()));
    }

    private ByteBuffer part(long offset) {
        return output.bytes((int) offset, (int) shape.shardBytes());
    }

    private Pattern pattern(int member) {
        return Pattern.of(group.ranks().get(member), number);
    }
}
