package io.zerogather.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.Group;
import io.zerogather.Router;
import io.zerogather.Work;
import java.util.Arrays;

/** One rank's part of one gather, with buffers of its own: knows what must come out. */
public final class CheckedGather implements AutoCloseable {
    private final Group group;
    private final int elements;
    private final DataType dtype;
    private final long id;
    private final GuardedBuffer output;
    private final GuardedBuffer input;
    private final DeviceBuffer shard;

    private CheckedGather(
            Group group,
            int elements,
            DataType dtype,
            long id,
            GuardedBuffer output,
            GuardedBuffer input,
            DeviceBuffer shard) {
        this.group = group;
        this.elements = elements;
        this.dtype = dtype;
        this.id = id;
        this.output = output;
        this.input = input;
        this.shard = shard;
    }

    /**
     * A gather with a shard of its own.
     *
     * @param group who gathers
     * @param elements elements per rank
     * @param dtype element type
     * @param id tells this gather's bytes from those of others
     * @return ready to be submitted
     */
    public static CheckedGather of(Group group, int elements, DataType dtype, long id) {
        return of(group, elements, dtype, id, 0, 0);
    }

    /**
     * A gather with a shard of its own, and addresses of a chosen alignment.
     *
     * @param group who gathers
     * @param elements elements per rank
     * @param dtype element type
     * @param id tells this gather's bytes from those of others
     * @param outputMisalignment bytes
     * @param inputMisalignment bytes
     * @return ready to be submitted
     */
    public static CheckedGather of(
            Group group, int elements, DataType dtype, long id, int outputMisalignment, int inputMisalignment) {
        return of(TestMemory.host(), group, elements, dtype, id, outputMisalignment, inputMisalignment);
    }

    /**
     * A gather with a shard of its own, and addresses of a chosen alignment.
     *
     * @param memory where its buffers come from
     * @param group who gathers
     * @param elements elements per rank
     * @param dtype element type
     * @param id tells this gather's bytes from those of others
     * @param outputMisalignment bytes
     * @param inputMisalignment bytes
     * @return ready to be submitted
     */
    public static CheckedGather of(
            TestMemory memory,
            Group group,
            int elements,
            DataType dtype,
            long id,
            int outputMisalignment,
            int inputMisalignment) {
        int shardBytes = elements * dtype.bytes();
        GuardedBuffer output = GuardedBuffer.of(memory, shardBytes * group.size(), outputMisalignment);
        GuardedBuffer input = GuardedBuffer.of(memory, shardBytes, inputMisalignment);
        input.write(0, new Pattern(group.rank(), id).bytes(shardBytes));
        return new CheckedGather(group, elements, dtype, id, output, input, input.buffer());
    }

    /**
     * A gather whose shard lies in its output.
     *
     * @param group who gathers
     * @param elements elements per rank
     * @param dtype element type
     * @param id tells this gather's bytes from those of others
     * @param shardOffset where in the output the shard lies, in bytes; the rank's own slot means in place
     * @return ready to be submitted
     */
    public static CheckedGather overlapping(Group group, int elements, DataType dtype, long id, int shardOffset) {
        return overlapping(TestMemory.host(), group, elements, dtype, id, shardOffset);
    }

    /**
     * A gather whose shard lies in its output.
     *
     * @param memory where its buffer comes from
     * @param group who gathers
     * @param elements elements per rank
     * @param dtype element type
     * @param id tells this gather's bytes from those of others
     * @param shardOffset where in the output the shard lies, in bytes; the rank's own slot means in place
     * @return ready to be submitted
     */
    public static CheckedGather overlapping(
            TestMemory memory, Group group, int elements, DataType dtype, long id, int shardOffset) {
        int shardBytes = elements * dtype.bytes();
        GuardedBuffer output = GuardedBuffer.of(memory, shardBytes * group.size(), 0);
        output.write(shardOffset, new Pattern(group.rank(), id).bytes(shardBytes));
        DeviceBuffer shard = output.buffer().slice(shardOffset, shardBytes);
        return new CheckedGather(group, elements, dtype, id, output, output, shard);
    }

    /**
     * Where all shards go.
     *
     * @return {@code [size × elements]}
     */
    public DeviceBuffer output() {
        return output.buffer();
    }

    /**
     * This rank's shard.
     *
     * @return {@code [elements]}
     */
    public DeviceBuffer shard() {
        return shard;
    }

    /**
     * Submits the gather.
     *
     * @param router the rank's router
     * @return the gather in flight
     */
    public Work submit(Router router) {
        return router.allGatherIntoTensor(output.buffer(), shard, elements, dtype, group, router.stream());
    }

    /**
     * Reads the output as it is now.
     *
     * @return a copy
     */
    public byte[] read() {
        return output.read();
    }

    /** Fails if a byte of the output, or beside either buffer, is not what it must be. */
    public void check() {
        assertOutput(output.read());
        output.assertGuardsIntact();
        input.assertGuardsIntact();
    }

    /**
     * Fails if these are not the bytes that must come out.
     *
     * @param actual what came out
     */
    public void assertOutput(byte[] actual) {
        int shardBytes = elements * dtype.bytes();
        assertThat(actual).hasSize(shardBytes * group.size());
        for (int slot = 0; slot < group.size(); slot++) {
            byte[] expected = new Pattern(slot, id).bytes(shardBytes);
            int wrong = Arrays.mismatch(actual, slot * shardBytes, (slot + 1) * shardBytes, expected, 0, shardBytes);
            assertThat(wrong)
                    .as(
                            "first wrong byte of rank %d's shard in gather %d of %d %s on rank %d",
                            slot, id, elements, dtype.torchName(), group.rank())
                    .isEqualTo(-1);
        }
    }

    /**
     * Submits the gather, waits for it and checks the output.
     *
     * @param router the rank's router
     * @throws InterruptedException if the waiting thread is interrupted
     */
    public void run(Router router) throws InterruptedException {
        assertThat(submit(router).await(RankThreads.LIMIT)).as("completed").isTrue();
        check();
    }

    @Override
    public void close() {
        output.close();
        input.close();
    }
}
