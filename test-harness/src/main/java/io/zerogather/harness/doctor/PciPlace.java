package io.zerogather.harness.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a device sits in the tree of PCI bridges, as the kernel shows it.
 *
 * @param bridges the root complex, then every bridge down to the device, which is the last
 * @param numaNode the memory it is next to, or -1 if the kernel does not say
 */
record PciPlace(List<String> bridges, int numaNode) {
    private static final Path DEVICES = Path.of("/sys/bus/pci/devices");
    private static final int UNKNOWN_NODE = -1;

    PciPlace {
        bridges = List.copyOf(bridges);
    }

    /**
     * Looks a device up.
     *
     * @param busId its address
     * @return empty if the kernel does not show it, as in many containers
     */
    static Optional<PciPlace> of(String busId) {
        return of(DEVICES, busId);
    }

    static Optional<PciPlace> of(Path devices, String busId) {
        try {
            Path device = devices.resolve(busId.toLowerCase(Locale.ROOT)).toRealPath();
            List<String> bridges = new ArrayList<>();
            for (Path part : device) {
                if (part.toString().startsWith("pci")) {
                    bridges.clear(); // what is above the root complex is no bridge
                }
                bridges.add(part.toString());
            }
            return Optional.of(new PciPlace(bridges, numaNode(device)));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** How two devices are joined by PCIe, from near to far; whether a faster link joins them too is not in it. */
    String relation(PciPlace other) {
        int shared = 0;
        while (shared < Math.min(bridges.size(), other.bridges.size())
                && bridges.get(shared).equals(other.bridges.get(shared))) {
            shared++;
        }
        if (shared == bridges.size()) {
            return "the same PCI device";
        }
        if (shared > 1) {
            return "the same PCIe switch";
        }
        if (shared == 1) {
            return "the same root complex";
        }
        if (numaNode == UNKNOWN_NODE || other.numaNode == UNKNOWN_NODE) {
            return "another root complex";
        }
        return numaNode == other.numaNode ? "the same NUMA node" : "another NUMA node";
    }

    private static int numaNode(Path device) throws IOException {
        Path file = device.resolve("numa_node");
        return Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) : UNKNOWN_NODE;
    }
}
