package io.zerogather.harness.doctor;

import io.zerogather.spi.DeviceInfo;
import io.zerogather.spi.DeviceRuntime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** How the devices of a runtime are joined, as far as the kernel knows. */
final class DeviceLinks {
    private DeviceLinks() {}

    /** Adds what is known about the devices of one runtime. */
    static void describe(Section section, DeviceRuntime runtime) {
        describe(section, runtime.name(), runtime.devices(), PciPlace::of);
    }

    static void describe(
            Section section, String runtime, List<DeviceInfo> devices, Function<String, Optional<PciPlace>> places) {
        for (DeviceInfo device : devices) {
            shared(section, runtime, device, devices);
        }
        if (devices.size() < 2) {
            return;
        }
        for (DeviceInfo device : devices) {
            section.add(
                    runtime + " device " + device.index(),
                    "PCIe",
                    places.apply(device.busId())
                            .map(place -> joined(device, place, devices, places))
                            .orElse("not known, the kernel does not show " + device.busId() + " here"));
        }
        section.add(
                runtime + " devices",
                "NVLink, XGMI",
                "not known: neither the driver's library nor the kernel is asked");
    }

    /** Instances of one GPU have its address; a plan takes an address for one device. */
    private static void shared(Section section, String runtime, DeviceInfo device, List<DeviceInfo> devices) {
        devices.stream()
                .filter(other -> other.index() < device.index() && other.busId().equals(device.busId()))
                .findFirst()
                .ifPresent(other -> section.warn(
                        runtime + " device " + device.index(),
                        "has the PCI address of device " + other.index()
                                + ", as instances of one GPU (MIG) do: only one rank of this host may use them"));
    }

    private static String joined(
            DeviceInfo device, PciPlace place, List<DeviceInfo> devices, Function<String, Optional<PciPlace>> places) {
        Map<String, List<String>> relations = new LinkedHashMap<>();
        for (DeviceInfo peer : devices) {
            if (peer.index() != device.index()) {
                String relation =
                        places.apply(peer.busId()).map(place::relation).orElse("not known");
                relations.computeIfAbsent(relation, unused -> new ArrayList<>()).add(Integer.toString(peer.index()));
            }
        }
        String node = place.numaNode() < 0 ? "" : "NUMA node " + place.numaNode() + "; ";
        return node
                + String.join(
                        ", ",
                        relations.entrySet().stream()
                                .map(entry -> entry.getKey() + ": " + String.join(" ", entry.getValue()))
                                .toList());
    }
}
