package io.zerogather.gpu;

import io.zerogather.spi.DeviceInfo;
import java.nio.file.Path;

class HipRuntimeTest extends NativeRuntimeTests {
    HipRuntimeTest() {
        super(FakeGpu.HIP);
    }

    @Override
    NativeRuntime open(Path library) {
        return HipRuntime.of(library);
    }

    @Override
    String allocateFunction() {
        return "hipMalloc";
    }

    @Override
    String outOfMemory() {
        return "hipErrorOutOfMemory";
    }

    @Override
    String eventQueryFunction() {
        return "hipEventQuery";
    }

    @Override
    String startFunction() {
        return "hipInit";
    }

    @Override
    String beginCaptureFunction() {
        return "hipStreamBeginCapture";
    }

    @Override
    String endCaptureFunction() {
        return "hipStreamEndCapture";
    }

    @Override
    String openStreamFunction() {
        return "hipStreamCreateWithPriority";
    }

    @Override
    String closeStreamFunction() {
        return "hipStreamDestroy";
    }

    @Override
    String functionOfDeviceStart() {
        return "hipSetDevice";
    }

    @Override
    DeviceInfo secondDevice() {
        return new DeviceInfo(1, "Fake GPU (test double)", "0000:1b:00.0", "gfx942", 1 << 30);
    }

    @Override
    String version() {
        return "6.3";
    }
}
