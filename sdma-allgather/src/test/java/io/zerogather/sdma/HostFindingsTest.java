package io.zerogather.sdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.spi.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFindingsTest {
    @TempDir
    private Path root;

    @Test
    void tellsCoresMemoryAndLimits() throws IOException {
        write("proc/meminfo", "MemTotal: 9999 kB\nMemAvailable:    4096 kB\n");
        write("sys/fs/cgroup/memory.max", "2097152\n");
        write("proc/sys/vm/memfd_noexec", "2\n");

        assertThat(HostFindings.of(root, 2, 8))
                .containsExactly(
                        new Finding("cores", "2 for 8 ranks; ranks that wait sleep, so that others run"),
                        new Finding(
                                "shared memory",
                                "memfd, needs nothing in /dev/shm; 4 MiB free, at most 2 MiB in this control group"),
                        new Finding("memfd_noexec", "2: the kernel refuses memfd; set vm.memfd_noexec to 0 or 1"));
    }

    @Test
    void doesWithoutTheKernelsFiles() {
        assertThat(HostFindings.of(root, 4, 1))
                .containsExactly(
                        new Finding("cores", "4 for 1 rank"),
                        new Finding("shared memory", "memfd, needs nothing in /dev/shm; free memory not known"));
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
