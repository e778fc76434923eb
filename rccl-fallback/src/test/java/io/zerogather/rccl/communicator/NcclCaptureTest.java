package io.zerogather.rccl.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.jna.Library;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import io.zerogather.DataType;
import io.zerogather.DeviceMemory;
import io.zerogather.DeviceStream;
import io.zerogather.Work;
import io.zerogather.gpu.CudaRuntime;
import io.zerogather.rccl.NcclFallbackProvider;
import io.zerogather.tck.Providers;
import io.zerogather.tck.RouterWorld;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Gathers on streams that record a graph, as far as a fake that records nothing can show it. */
class NcclCaptureTest {
    private static final int LOCAL = 1;
    private static final int BYTES = 1000;
    private static final Map<String, String> ENVIRONMENT =
            Map.of("DS_SDMA_ALLGATHER_LIBRARY", Fakes.nccl().toString(), "DS_SDMA_ALLGATHER_TIMEOUT", "30");

    private final NativeLibrary fake =
            NativeLibrary.getInstance(Fakes.cuda().toString(), Map.of(Library.OPTION_OPEN_FLAGS, LOCAL));

    @Test
    void aRecordedGatherHoldsNothingAndOrdersNoOtherStream() {
        Providers providers =
                new Providers(List.of(), List.of(new NcclFallbackProvider()), List.of(CudaRuntime.of(Fakes.cuda())));
        try (RouterWorld world = RouterWorld.open(2, ENVIRONMENT, providers)) {
            world.each(router -> {
                DeviceStream stream = (DeviceStream) router.openStream();
                try (DeviceMemory output = stream.device().allocate(2L * BYTES);
                        DeviceMemory input = stream.device().allocate(BYTES)) {
                    capture(stream, true);
                    Work work = router.allGatherIntoTensor(
                            output.buffer(), input.buffer(), BYTES, DataType.UINT8, router.world(), stream);
                    assertThat(work.isCompleted()).isTrue();
                    work.await();
                    work.waitOn(stream);
                    assertThatThrownBy(() -> work.waitOn(router.stream()))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("part of the graph");
                    assertThatThrownBy(() -> router.allGatherIntoTensor(
                                            output.buffer(),
                                            output.buffer().slice(1, BYTES),
                                            BYTES,
                                            DataType.UINT8,
                                            router.world(),
                                            stream)
                                    .await())
                            .hasMessageContaining("a graph cannot record");
                    capture(stream, false);
                    assertThat(stream.drain(java.time.Duration.ofSeconds(30))).isTrue();
                }
                stream.close();
            });
        }
    }

    private void capture(DeviceStream stream, boolean on) {
        fake.getFunction("zg_fake_capture").invokeVoid(new Object[] {new Pointer(stream.handle()), on ? 1 : 0});
    }
}
