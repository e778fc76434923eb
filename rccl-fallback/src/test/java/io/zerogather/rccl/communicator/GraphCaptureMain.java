package io.zerogather.rccl.communicator;

import com.sun.jna.Library;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import io.zerogather.DataType;
import io.zerogather.Device;
import io.zerogather.DeviceMemory;
import io.zerogather.DeviceStream;
import io.zerogather.HostIdentity;
import io.zerogather.Router;
import io.zerogather.Work;
import io.zerogather.rendezvous.Deadline;
import io.zerogather.rendezvous.Rendezvous;
import io.zerogather.rendezvous.TorchrunEnvironment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/**
 * A rank on a real NVIDIA GPU, for people: records a gather into a graph while other gathers are in flight, whose events the
 * watchdog looks at, and launches the graph with other bytes each time. Needs torchrun's variables.
 */
final class GraphCaptureMain {
    private static final int LOCAL_NOW = 2;
    private static final int BYTES = 100_000;
    private static final int LAUNCHES = 3;

    private final NativeLibrary cuda =
            NativeLibrary.getInstance("libcuda.so.1", Map.of(Library.OPTION_OPEN_FLAGS, LOCAL_NOW));

    private GraphCaptureMain() {}

    public static void main(String[] args) throws Exception {
        TorchrunEnvironment place = TorchrunEnvironment.of(System.getenv());
        Device device = Device.open(place.localRank());
        HostIdentity real = HostIdentity.current();
        String id = System.getenv().getOrDefault("NCCL_HOSTID", "");
        try (Rendezvous store = place.open(Deadline.after(Duration.ofMinutes(1)));
                Router router = Router.builder()
                        .rendezvous(store)
                        .device(device)
                        .hostIdentity(new HostIdentity(
                                real.bootId() + id, real.processNamespace(), real.userNamespace(), real.user()))
                        .open();
                DeviceStream recorder = device.openStream();
                DeviceMemory output = device.allocate((long) BYTES * place.worldSize());
                DeviceMemory input = device.allocate(BYTES);
                DeviceMemory otherOutput = device.allocate((long) BYTES * place.worldSize());
                DeviceMemory otherInput = device.allocate(BYTES)) {
            Work before = router.allGatherIntoTensor(
                    otherOutput.buffer(), otherInput.buffer(), BYTES, DataType.UINT8, router.world(), router.stream());
            new GraphCaptureMain().run(router, recorder, output, input);
            before.await();
            System.out.println("recorded and launched " + LAUNCHES + " times, all bytes right");
        }
    }

    private void run(Router router, DeviceStream recorder, DeviceMemory output, DeviceMemory input) throws Exception {
        Pointer stream = new Pointer(recorder.handle());
        call("cuStreamBeginCapture_v2", stream, 0);
        Work work = router.allGatherIntoTensor(
                output.buffer(), input.buffer(), BYTES, DataType.UINT8, router.world(), recorder);
        Thread.sleep(100); // the watchdog looks at the other gather's events meanwhile
        PointerByReference graph = new PointerByReference();
        call("cuStreamEndCapture", stream, graph);
        work.await();
        PointerByReference executable = new PointerByReference();
        call("cuGraphInstantiateWithFlags", executable, graph.getValue(), 0L);
        for (int launch = 1; launch <= LAUNCHES; launch++) {
            byte[] shard = new byte[BYTES];
            Arrays.fill(shard, filler(router.world().rank(), launch));
            input.write(0, ByteBuffer.wrap(shard));
            call("cuGraphLaunch", executable.getValue(), stream);
            if (!recorder.drain(Duration.ofSeconds(30))) {
                throw new IllegalStateException("the graph does not end");
            }
            check(router, output, launch);
        }
        call("cuGraphExecDestroy", executable.getValue());
        call("cuGraphDestroy", graph.getValue());
    }

    private static void check(Router router, DeviceMemory output, int launch) {
        byte[] all = new byte[BYTES * router.world().size()];
        output.read(0, ByteBuffer.wrap(all));
        for (int i = 0; i < all.length; i++) {
            if (all[i] != filler(i / BYTES, launch)) {
                throw new IllegalStateException("byte " + i + " of launch " + launch + " is wrong");
            }
        }
    }

    private static byte filler(int rank, int launch) {
        return (byte) (31 * rank + launch);
    }

    private void call(String function, Object... arguments) {
        int code = cuda.getFunction(function).invokeInt(arguments);
        if (code != 0) {
            throw new IllegalStateException(function + " returned " + code);
        }
    }
}
