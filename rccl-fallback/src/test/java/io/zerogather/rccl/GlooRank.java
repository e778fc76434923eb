package io.zerogather.rccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.DeviceBuffer;
import io.zerogather.HostStream;
import io.zerogather.Work;
import io.zerogather.rendezvous.InProcessRendezvous;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.settings.Settings;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.GroupContext;
import io.zerogather.tck.GuardedBuffer;
import io.zerogather.tck.Pattern;
import io.zerogather.tck.RankThreads;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** One rank of a job whose ranks are threads: its host stream, its end of the group, and what that reported. */
final class GlooRank implements AutoCloseable {
    private final GroupContext context;
    private final AllGatherBackend backend;

    private GlooRank(GroupContext context, AllGatherBackend backend) {
        this.context = context;
        this.backend = backend;
    }

    /** Opens WORLD on all ranks together. */
    static List<GlooRank> openAll(int size, Settings settings) {
        List<InProcessRendezvous> stores = InProcessRendezvous.create(size);
        return RankThreads.run(size, rank -> open(stores.get(rank), settings));
    }

    /** Opens WORLD on one rank. */
    static GlooRank open(Rendezvous store, Settings settings) {
        HostStream stream = HostStream.open("rank-" + store.rank(), true);
        try {
            return openGroup("world", Contexts.world(store), store, settings, stream);
        } catch (RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    private static GlooRank openGroup(
            String name, List<Integer> worldRanks, Rendezvous store, Settings settings, HostStream stream) {
        GroupContext context = Contexts.of(name, worldRanks, store, true, settings, settings.openTimeout(), stream);
        return new GlooRank(context, new GlooFallbackProvider().open(context));
    }

    /** Opens a sub-group of this rank's job, on the same host stream. */
    GlooRank openSubGroup(String name, List<Integer> worldRanks, Rendezvous store) {
        return openGroup(name, worldRanks, store, context.settings(), context.hostStream());
    }

    /** Settings with short timeouts, guarded. */
    static Settings settings(Duration timeout) {
        return settings(timeout, true);
    }

    static Settings settings(Duration timeout, boolean guarded) {
        return Settings.of(Map.of(
                "DS_SDMA_ALLGATHER_TIMEOUT",
                String.valueOf(timeout.toMillis() / 1000.0),
                "DS_SDMA_ALLGATHER_OPEN_TIMEOUT",
                "30",
                "DS_SDMA_ALLGATHER_GUARD",
                guarded ? "1" : "0"));
    }

    int rank() {
        return context.rank();
    }

    int size() {
        return context.size();
    }

    GlooReports reports() {
        return (GlooReports) context.recorder();
    }

    HostStream stream() {
        return context.hostStream();
    }

    /** Submits as the router does: with a use of each buffer, which the backend gives back. */
    Work submit(long call, DeviceBuffer output, DeviceBuffer input, long elements, DataType dtype) {
        assertThat(output.acquire() && input.acquire()).isTrue();
        return backend.submit(call, output, input, elements, dtype, context.hostStream());
    }

    /** Gathers and checks every byte. */
    void gather(long call, int elements, DataType dtype) throws InterruptedException {
        int bytes = elements * dtype.bytes();
        try (GuardedBuffer output = GuardedBuffer.of(bytes * size());
                GuardedBuffer input = GuardedBuffer.of(bytes)) {
            input.write(0, new Pattern(rank(), call).bytes(bytes));
            await(submit(call, output.buffer(), input.buffer(), elements, dtype));
            check(output, call, bytes);
            input.assertGuardsIntact();
        }
    }

    /** Gathers from a shard that lies in the output, and checks every byte. */
    void gatherWithin(long call, int elements, DataType dtype, int shardOffset) throws InterruptedException {
        int bytes = elements * dtype.bytes();
        try (GuardedBuffer output = GuardedBuffer.of(bytes * size())) {
            output.write(shardOffset, new Pattern(rank(), call).bytes(bytes));
            DeviceBuffer shard = output.buffer().slice(shardOffset, bytes);
            await(submit(call, output.buffer(), shard, elements, dtype));
            check(output, call, bytes);
        }
    }

    /** What a gather that must fail throws. Its buffers are free afterwards. */
    AllGatherException failure(long call, int elements, DataType dtype) throws InterruptedException {
        int bytes = elements * dtype.bytes();
        try (GuardedBuffer output = GuardedBuffer.of(bytes * size());
                GuardedBuffer input = GuardedBuffer.of(bytes)) {
            AllGatherException failure = failureOf(submit(call, output.buffer(), input.buffer(), elements, dtype));
            output.assertGuardsIntact();
            return failure;
        }
    }

    /** What a work that must fail throws. */
    static AllGatherException failureOf(Work work) throws InterruptedException {
        try {
            await(work);
        } catch (AllGatherException e) {
            return e;
        }
        throw new AssertionError("a gather succeeded that must fail");
    }

    static void await(Work work) throws InterruptedException {
        assertThat(work.await(RankThreads.LIMIT)).as("completed").isTrue();
    }

    private void check(GuardedBuffer output, long call, int bytes) {
        byte[] actual = output.read();
        for (int slot = 0; slot < size(); slot++) {
            byte[] shard = Arrays.copyOfRange(actual, slot * bytes, (slot + 1) * bytes);
            assertThat(Arrays.mismatch(shard, new Pattern(slot, call).bytes(bytes)))
                    .as("first wrong byte of rank %d's shard in gather %d on rank %d", slot, call, rank())
                    .isEqualTo(-1);
        }
        output.assertGuardsIntact();
    }

    /** Leaves the group; the host stream goes on. */
    void leave() {
        backend.close();
    }

    @Override
    public void close() {
        leave();
        context.hostStream().close();
    }
}
