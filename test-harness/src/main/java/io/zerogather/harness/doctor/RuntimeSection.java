package io.zerogather.harness.doctor;

import io.zerogather.AllGatherException;
import io.zerogather.spi.Availability;
import io.zerogather.spi.DeviceInfo;
import io.zerogather.spi.DeviceRuntime;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** GPU runtimes, their devices, and which devices reach which. */
final class RuntimeSection {
    private static final long MIB = 1 << 20;

    private RuntimeSection() {}

    static Section find() {
        Section section = new Section("GPU runtimes and devices");
        for (DeviceRuntime runtime : ServiceLoader.load(DeviceRuntime.class)) {
            Availability availability = runtime.availability();
            if (availability.available()) {
                section.add(runtime.name(), runtime.describe());
                describe(section, runtime);
            } else {
                section.add(runtime.name(), "not available: " + availability.reason());
            }
        }
        return section;
    }

    private static void describe(Section section, DeviceRuntime runtime) {
        List<DeviceInfo> devices = runtime.devices();
        for (DeviceInfo device : devices) {
            section.add(
                    runtime.name() + " device " + device.index(),
                    device.name() + ", " + device.busId() + ", " + device.architecture() + ", "
                            + device.memoryBytes() / MIB + " MiB" + peers(runtime, device, devices));
        }
    }

    private static String peers(DeviceRuntime runtime, DeviceInfo device, List<DeviceInfo> devices) {
        if (devices.size() == 1) {
            return "";
        }
        try {
            String reached = devices.stream()
                    .filter(peer -> peer.index() != device.index() && runtime.reachesPeer(device.index(), peer.index()))
                    .map(peer -> String.valueOf(peer.index()))
                    .collect(Collectors.joining(" "));
            return reached.isEmpty() ? ", reaches no other directly" : ", reaches directly: " + reached;
        } catch (AllGatherException e) {
            return ", peers unknown: " + e.getMessage();
        }
    }
}
