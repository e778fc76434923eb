package io.zerogather.gpu;

import io.zerogather.jni.GpuBridge;
import io.zerogather.jni.GpuException;
import io.zerogather.jni.NativeLibraryException;
import io.zerogather.spi.DeviceInfo;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What came of starting a runtime.
 *
 * @param handle the runtime of {@link GpuBridge}; 0 if it cannot be used
 * @param file its library; empty if it cannot be used
 * @param description file and version; empty if it cannot be used
 * @param devices what it sees
 * @param refusal why it cannot be used; empty if it can
 */
record Started(long handle, String file, String description, List<DeviceInfo> devices, String refusal) {
    /**
     * Opens and starts a runtime. Never throws.
     *
     * @param kind what {@link GpuBridge#open} takes
     * @param search where its library may be
     * @return the runtime with at least one device, or the refusal
     */
    static Started of(int kind, LibrarySearch search) {
        try {
            GpuBridge.load();
            return start(search.open(kind));
        } catch (GpuException | NativeLibraryException e) {
            return refused(String.valueOf(e.getMessage()));
        }
    }

    private static Started start(long runtime) {
        String file = GpuBridge.file(runtime);
        String description = file;
        try {
            GpuBridge.start(runtime);
            description += " (driver " + GpuBridge.version(runtime) + ")";
            int devices = GpuBridge.deviceCount(runtime);
            return devices == 0
                    ? refused(description + " sees 0 devices")
                    : new Started(runtime, file, description, devices(runtime, devices), "");
        } catch (GpuException e) {
            return refused(description + ": " + e.getMessage());
        }
    }

    private static Started refused(String reason) {
        return new Started(0, "", "", List.of(), reason);
    }

    private static List<DeviceInfo> devices(long runtime, int devices) {
        return IntStream.range(0, devices)
                .mapToObj(device -> new DeviceInfo(
                        device,
                        GpuBridge.deviceName(runtime, device),
                        GpuBridge.busId(runtime, device),
                        GpuBridge.architecture(runtime, device),
                        GpuBridge.memoryBytes(runtime, device)))
                .toList();
    }
}
