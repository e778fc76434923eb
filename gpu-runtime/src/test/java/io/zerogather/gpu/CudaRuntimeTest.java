package io.zerogather.gpu;

import io.zerogather.spi.DeviceInfo;
import java.nio.file.Path;

class CudaRuntimeTest extends NativeRuntimeTests {
    CudaRuntimeTest() {
        super(FakeGpu.CUDA);
    }

    @Override
    NativeRuntime open(Path library) {
        return CudaRuntime.of(library);
    }

    @Override
    String allocateFunction() {
        return "cuMemAlloc_v2";
    }

    @Override
    String outOfMemory() {
        return "CUDA_ERROR_OUT_OF_MEMORY";
    }

    @Override
    String eventQueryFunction() {
        return "cuEventQuery";
    }

    @Override
    String startFunction() {
        return "cuInit";
    }

    @Override
    String beginCaptureFunction() {
        return "cuStreamBeginCapture_v2";
    }

    @Override
    String endCaptureFunction() {
        return "cuStreamEndCapture";
    }

    @Override
    String openStreamFunction() {
        return "cuStreamCreateWithPriority";
    }

    @Override
    String closeStreamFunction() {
        return "cuStreamDestroy_v2";
    }

    @Override
    String functionOfDeviceStart() {
        return "cuDevicePrimaryCtxRetain";
    }

    @Override
    DeviceInfo secondDevice() {
        return new DeviceInfo(1, "Fake GPU (test double)", "0000:1b:00.0", "sm_90", 1 << 30);
    }

    @Override
    String version() {
        return "12.8";
    }
}
