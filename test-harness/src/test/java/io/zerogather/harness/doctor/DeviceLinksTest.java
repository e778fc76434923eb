package io.zerogather.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.spi.DeviceInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceLinksTest {
    @TempDir
    private Path sys;

    @Test
    void tellsHowDevicesAreJoined() throws IOException {
        device("pci0000:15/0000:15:01.0/0000:16:00.0/0000:17:00.0/0000:1a:00.0", 0);
        device("pci0000:15/0000:15:01.0/0000:16:00.0/0000:17:01.0/0000:1b:00.0", 0);
        device("pci0000:15/0000:15:02.0/0000:1c:00.0", 0);
        device("pci0000:80/0000:80:01.0/0000:81:00.0", 1);
        device("pci0000:30/0000:30:01.0/0000:31:00.0", 0);

        Section section = describe(
                "0000:1A:00.0", "0000:1b:00.0", "0000:1c:00.0", "0000:81:00.0", "0000:31:00.0", "0000:99:00.0");

        assertThat(section.lines().get(0))
                .isEqualTo(Section.Line.of(
                        "fake device 0",
                        "PCIe",
                        "NUMA node 0; the same PCIe switch: 1, the same root complex: 2, another NUMA node: 3,"
                                + " the same NUMA node: 4, not known: 5",
                        false));
        assertThat(section.lines().get(5).value()).isEqualTo("not known, the kernel does not show 0000:99:00.0 here");
        assertThat(section.lines().get(6).value()).startsWith("not known");
    }

    @Test
    void warnsOfInstancesOfOneDevice() {
        Section section = describe("0000:1a:00.0", "0000:1a:00.0");

        assertThat(section.lines().get(0)).satisfies(line -> {
            assertThat(line.warning()).isTrue();
            assertThat(line.value()).contains("PCI address of device 0", "MIG");
        });
    }

    @Test
    void saysNothingOfASingleDevice() {
        assertThat(describe("0000:1a:00.0").lines()).isEmpty();
    }

    private Section describe(String... busIds) {
        List<DeviceInfo> devices = IntStream.range(0, busIds.length)
                .mapToObj(index -> new DeviceInfo(index, "Fake", busIds[index], "sm_90", 1))
                .toList();
        Section section = new Section("runtimes", "GPU runtimes");
        DeviceLinks.describe(section, "fake", devices, busId -> PciPlace.of(sys.resolve("bus"), busId));
        return section;
    }

    private void device(String path, int node) throws IOException {
        Path device = Files.createDirectories(sys.resolve("devices").resolve(path));
        Files.writeString(device.resolve("numa_node"), node + "\n");
        Path links = Files.createDirectories(sys.resolve("bus"));
        Files.createSymbolicLink(links.resolve(device.getFileName()), device);
    }
}
