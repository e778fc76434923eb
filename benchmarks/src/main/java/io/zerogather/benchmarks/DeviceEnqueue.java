package io.zerogather.benchmarks;

import com.sun.management.ThreadMXBean;
import io.zerogather.DataType;
import io.zerogather.Device;
import io.zerogather.DeviceMemory;
import io.zerogather.HostIdentity;
import io.zerogather.MemoryType;
import io.zerogather.Router;
import io.zerogather.Work;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.TorchrunEnvironment;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;

/**
 * Time from the call in Java until the collective library has queued an all-gather on a GPU: the other side of {@code
 * nccl_enqueue.c}, call for call. One process per rank, with torchrun's variables; needs a GPU per rank. Arguments: bytes
 * per shard, calls.
 */
public final class DeviceEnqueue {
    private static final int BATCH = 64;
    private static final int WARM_UP_ROUNDS = 20;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Router router;
    private final DeviceMemory output;
    private final DeviceMemory input;
    private final int bytes;

    private DeviceEnqueue(Router router, DeviceMemory output, DeviceMemory input, int bytes) {
        this.router = router;
        this.output = output;
        this.input = input;
        this.bytes = bytes;
    }

    /**
     * Measures.
     *
     * @param args bytes per shard, calls
     * @throws InterruptedException if told to stop
     */
    public static void main(String[] args) throws InterruptedException {
        int bytes = Integer.parseInt(args[0]);
        int calls = Integer.parseInt(args[1]);
        TorchrunEnvironment place = TorchrunEnvironment.of(System.getenv());
        Device device = Device.open(Integer.getInteger("device", place.localRank()));
        try (Rendezvous store = place.open(Deadline.after(LIMIT));
                Router router = Router.builder()
                        .rendezvous(store)
                        .memory(MemoryType.DEVICE)
                        .device(device)
                        .hostIdentity(host())
                        .open();
                DeviceMemory output = device.allocate((long) bytes * place.worldSize());
                DeviceMemory input = device.allocate(bytes)) {
            DeviceEnqueue benchmark = new DeviceEnqueue(router, output, input, bytes);
            for (int round = 0; round < WARM_UP_ROUNDS; round++) {
                long[] unused = benchmark.measure(calls);
            }
            long allocated = allocatedBytes();
            long[] nanos = benchmark.measure(calls);
            double objects = (allocatedBytes() - allocated - (double) Long.BYTES * calls) / calls;
            Arrays.sort(nanos);
            System.out.printf(
                    "java rank %d: %d bytes, %d calls, median %d ns, p90 %d ns, %.0f bytes allocated a call (%s)%n",
                    place.rank(),
                    bytes,
                    calls,
                    nanos[calls / 2],
                    nanos[calls * 9 / 10],
                    objects,
                    router.status().fallback());
        }
    }

    /** With NCCL_HOSTID ranks may share a GPU, as NCCL then takes them for ranks of different hosts. */
    private static HostIdentity host() {
        HostIdentity real = HostIdentity.current();
        String id = System.getenv().getOrDefault("NCCL_HOSTID", "");
        return new HostIdentity(real.bootId() + id, real.processNamespace(), real.userNamespace(), real.user());
    }

    /** What this thread has allocated so far. */
    private static long allocatedBytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getCurrentThreadAllocatedBytes();
    }

    private long[] measure(int calls) throws InterruptedException {
        long[] nanos = new long[calls];
        for (int call = 0; call < calls; call++) {
            if (call % BATCH == 0) {
                drain();
            }
            long start = System.nanoTime();
            Work unused = router.allGatherIntoTensor(output.buffer(), input.buffer(), bytes, DataType.UINT8);
            nanos[call] = System.nanoTime() - start;
        }
        drain();
        return nanos;
    }

    private void drain() throws InterruptedException {
        if (!router.stream().drain(LIMIT)) {
            throw new IllegalStateException("the stream is not done after " + LIMIT);
        }
    }
}
