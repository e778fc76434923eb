package io.zerogather.harness.doctor;

import io.zerogather.AllGatherException;
import io.zerogather.harness.report.JsonObject;
import io.zerogather.harness.report.Services;
import io.zerogather.spi.Availability;
import io.zerogather.spi.DeviceInfo;
import io.zerogather.spi.DeviceRuntime;
import java.util.List;

/** GPU runtimes, their devices, and which devices reach which. */
final class RuntimeSection {
    private static final long MIB = 1 << 20;

    private RuntimeSection() {}

    static Section of(Services<DeviceRuntime> runtimes, DoctorWatch watch) {
        Section section = new Section("runtimes", "GPU runtimes and devices");
        for (DeviceRuntime runtime : runtimes.loaded()) {
            watch.step("GPU runtime " + runtime.name());
            Availability availability = runtime.availability();
            if (availability.available()) {
                section.add(runtime.name(), runtime.describe());
                runtime.devices().forEach(device -> describe(section, runtime, device));
                DeviceLinks.describe(section, runtime);
            } else {
                section.add(runtime.name(), "not available: " + availability.reason());
            }
        }
        section.leftOut("runtime", runtimes.broken());
        if (section.lines().isEmpty()) {
            section.warn("runtimes", "none on the class path");
        }
        return section;
    }

    private static void describe(Section section, DeviceRuntime runtime, DeviceInfo device) {
        String topic = runtime.name() + " device " + device.index();
        String words = device.name() + ", " + device.busId() + ", " + device.architecture() + ", "
                + device.memoryBytes() / MIB + " MiB";
        JsonObject data = new JsonObject()
                .put("record", "device")
                .put("runtime", runtime.name())
                .put("index", device.index())
                .put("name", device.name())
                .put("bus_id", device.busId())
                .put("architecture", device.architecture())
                .put("memory_bytes", device.memoryBytes());
        try {
            List<String> reached = reached(runtime, device);
            section.add(topic, words + (runtime.devices().size() == 1 ? "" : ", " + words(reached)));
            data.put("reaches", reached);
        } catch (AllGatherException e) {
            section.warn(topic, words + ", the devices that it reaches are unknown: " + e.getMessage());
        }
        section.record(data);
    }

    private static List<String> reached(DeviceRuntime runtime, DeviceInfo device) {
        return runtime.devices().stream()
                .map(DeviceInfo::index)
                .filter(peer -> peer != device.index() && runtime.reachesPeer(device.index(), peer))
                .map(String::valueOf)
                .toList();
    }

    private static String words(List<String> reached) {
        return reached.isEmpty() ? "reaches no other directly" : "reaches directly: " + String.join(" ", reached);
    }
}
