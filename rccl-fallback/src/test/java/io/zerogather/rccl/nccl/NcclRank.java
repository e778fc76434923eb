package io.zerogather.rccl.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.jna.ptr.IntByReference;
import java.time.Duration;

/** One rank, in a thread of its own: its device and its communicator. */
final class NcclRank implements AutoCloseable {
    private static final int UINT8 = 1;
    private static final Duration POLL = Duration.ofMillis(1);

    private final NcclLibrary library = Stubs.open();
    private final NcclConfig config = NcclConfig.nonBlocking(library.versionCode());
    private final FakeGpu gpu;
    private final PendingComm pending;

    /** Begins to join, on the device of the rank's number. */
    NcclRank(int ranks, byte[] id, int rank) {
        this(ranks, id, rank, rank);
    }

    NcclRank(int ranks, byte[] id, int rank, int device) {
        gpu = new FakeGpu(device);
        pending = library.init(ranks, id, rank, config);
    }

    PendingComm pending() {
        return pending;
    }

    long comm() {
        return pending.handle();
    }

    FakeGpu gpu() {
        return gpu;
    }

    /** The state after the call before. */
    int awaitState(long comm) {
        return await().pollInterval(POLL)
                .pollDelay(Duration.ZERO)
                .until(() -> library.asyncError(comm), state -> state != NcclResult.IN_PROGRESS);
    }

    int joined() {
        assertThat(pending.code()).isEqualTo(NcclResult.IN_PROGRESS);
        return awaitState(comm());
    }

    int gather(long comm, long send, long receive, long bytes) {
        int code = library.allGather(send, receive, bytes, UINT8, comm, gpu.stream());
        return code == NcclResult.IN_PROGRESS ? awaitState(comm) : code;
    }

    /** Gathers in place, waits and compares every byte. */
    void gatherChecked(long comm, int ranks, int own, int bytes) {
        long output = gpu.allocate((long) ranks * bytes);
        byte[] shard = shard(own, bytes);
        FakeGpu.at(output).write((long) own * bytes, shard, 0, bytes);
        assertThat(gather(comm, output + (long) own * bytes, output, bytes)).isZero();
        gpu.synchronize();
        for (int from = 0; from < ranks; from++) {
            assertThat(FakeGpu.at(output).getByteArray((long) from * bytes, bytes))
                    .isEqualTo(shard(from, bytes));
        }
        gpu.free(output);
    }

    private static byte[] shard(int rank, int bytes) {
        byte[] shard = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            shard[i] = (byte) (31 * (rank + 1) + 7 * i + i / 251);
        }
        return shard;
    }

    PendingSplit split(int color, int key) {
        return library.split(comm(), color, key, config);
    }

    int rankOf(long comm) {
        IntByReference value = new IntByReference(-1);
        assertThat(Stubs.controls().ncclCommUserRank(comm, value)).isZero();
        return value.getValue();
    }

    int ranksOf(long comm) {
        IntByReference value = new IntByReference(-1);
        assertThat(Stubs.controls().ncclCommCount(comm, value)).isZero();
        return value.getValue();
    }

    void end(long comm) {
        assertThat(library.finalize(comm)).isEqualTo(NcclResult.IN_PROGRESS);
        assertThat(awaitState(comm)).isZero();
        assertThat(library.destroy(comm)).isZero();
    }

    int abort() {
        return library.abort(comm());
    }

    @Override
    public void close() {
        gpu.close();
    }
}
