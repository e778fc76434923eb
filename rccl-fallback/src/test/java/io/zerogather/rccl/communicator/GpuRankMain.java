package io.zerogather.rccl.communicator;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.Device;
import io.zerogather.DeviceMemory;
import io.zerogather.HostIdentity;
import io.zerogather.MemoryType;
import io.zerogather.Router;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.TorchrunEnvironment;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * A rank with a GPU in a process of its own: gathers until it is told to stop or a gather fails, checks every output, and
 * says on stdout what happened. The environment says which libraries stand in for the GPU's.
 */
final class GpuRankMain {
    private static final int REPORTED = 3;

    private GpuRankMain() {}

    /** Arguments: elements per gather, and {@code stepping} to wait for a line of stdin before each gather. */
    public static void main(String[] args) throws Exception {
        int elements = Integer.parseInt(args[0]);
        boolean stepping = args.length > 1;
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int localRank = Integer.parseInt(System.getenv("LOCAL_RANK"));
        try (Rendezvous store = TorchrunEnvironment.of(System.getenv()).open(Deadline.after(Duration.ofMinutes(1)));
                Router router = Router.builder()
                        .rendezvous(store)
                        .localRank(localRank)
                        .memory(MemoryType.DEVICE)
                        .hostIdentity(host())
                        .open()) {
            say("open " + router.status().fallback());
            Device device = Device.open(Math.min(localRank, devices() - 1));
            try (DeviceMemory output = device.allocate((long) elements * store.worldSize());
                    DeviceMemory input = device.allocate(elements)) {
                for (int call = 1; !stepping || commands.readLine() != null; call++) {
                    gather(router, output, input, elements, call);
                    if (stepping || call == REPORTED) {
                        say("gathered " + call);
                    }
                }
            }
        } catch (AllGatherException e) {
            say((e.category() == AllGatherException.Category.SETUP ? "refused " : "failed ") + e.category() + " "
                    + e.getMessage());
            Runtime.getRuntime().halt(0); // closing would wait for ranks that are gone
        }
    }

    /** NCCL takes ranks with different ids for ranks of different hosts, and so do we: then they may share a GPU. */
    private static HostIdentity host() {
        HostIdentity real = HostIdentity.current();
        return new HostIdentity(
                real.bootId() + System.getenv().getOrDefault("NCCL_HOSTID", ""),
                real.processNamespace(),
                real.userNamespace(),
                real.user());
    }

    private static int devices() {
        return Integer.parseInt(System.getenv().getOrDefault("ZG_FAKE_DEVICES", "4"));
    }

    private static void gather(Router router, DeviceMemory output, DeviceMemory input, int elements, int call)
            throws InterruptedException {
        byte[] shard = new byte[elements];
        Arrays.fill(shard, filler(router.world().rank(), call));
        input.write(0, ByteBuffer.wrap(shard));
        router.allGatherIntoTensor(output.buffer(), input.buffer(), elements, DataType.UINT8)
                .await();
        byte[] all = new byte[elements * router.world().size()];
        output.read(0, ByteBuffer.wrap(all));
        for (int i = 0; i < all.length; i++) {
            if (all[i] != filler(i / elements, call)) {
                throw new IllegalStateException("byte " + i + " of gather " + call + " is wrong");
            }
        }
    }

    private static byte filler(int rank, int call) {
        return (byte) (17 * rank + call);
    }

    private static void say(String line) throws IOException {
        System.out.println(line);
        System.out.flush();
    }
}
