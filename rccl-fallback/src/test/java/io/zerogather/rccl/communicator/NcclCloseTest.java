package io.zerogather.rccl.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.AllGatherException;
import io.zerogather.DataType;
import io.zerogather.DeviceGate;
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

/** Closing while a gather cannot even begin. */
class NcclCloseTest {
    private static final int BYTES = 1000;

    @Test
    void aGatherBehindAClosedGateDoesNotKeepTheRouterOpen() {
        Map<String, String> environment =
                Map.of("DS_SDMA_ALLGATHER_LIBRARY", Fakes.nccl().toString(), "DS_SDMA_ALLGATHER_TIMEOUT", "1");
        Providers providers =
                new Providers(List.of(), List.of(new NcclFallbackProvider()), List.of(CudaRuntime.of(Fakes.cuda())));
        try (RouterWorld world = RouterWorld.open(2, environment, providers)) {
            world.each(router -> {
                DeviceStream stream = (DeviceStream) router.openStream();
                DeviceMemory output = stream.device().allocate(2L * BYTES);
                DeviceMemory input = stream.device().allocate(BYTES);
                try (DeviceGate gate = stream.device().openGate()) {
                    stream.holdUntil(gate);
                    Work work = router.allGatherIntoTensor(
                            output.buffer(), input.buffer(), BYTES, DataType.UINT8, router.world(), stream);
                    router.close();
                    assertThatThrownBy(work::await)
                            .isInstanceOfSatisfying(
                                    AllGatherException.class,
                                    e -> assertThat(e.category()).isEqualTo(AllGatherException.Category.FATAL))
                            .hasMessageContaining("closed its router");
                }
            });
        }
    }
}
