package io.zerogather.sdma;

import io.zerogather.spi.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the machine gives engine {@code host}: cores, memory, and whether its kernel lets it share memory. */
final class HostFindings {
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s*(\\d{1,15}) kB");
    private static final String STRICT = "2";
    private static final long KIB_PER_MIB = 1024;
    private static final long BYTES_PER_MIB = 1 << 20;

    private HostFindings() {}

    static List<Finding> of(int ranks) {
        return of(Path.of("/"), Runtime.getRuntime().availableProcessors(), ranks);
    }

    static List<Finding> of(Path root, int cores, int ranks) {
        List<Finding> findings = new ArrayList<>();
        String crowd = ranks > cores ? "; ranks that wait sleep, so that others run" : "";
        findings.add(new Finding("cores", cores + " for " + ranks + (ranks == 1 ? " rank" : " ranks") + crowd));
        String free = first(root.resolve("proc/meminfo"), AVAILABLE)
                .map(kib -> Long.parseLong(kib) / KIB_PER_MIB + " MiB free")
                .orElse("free memory not known");
        findings.add(new Finding("shared memory", "memfd, needs nothing in /dev/shm; " + free + limit(root)));
        if (text(root.resolve("proc/sys/vm/memfd_noexec"))
                .filter(STRICT::equals)
                .isPresent()) {
            findings.add(new Finding("memfd_noexec", "2: the kernel refuses memfd; set vm.memfd_noexec to 0 or 1"));
        }
        return findings;
    }

    private static String limit(Path root) {
        return text(root.resolve("sys/fs/cgroup/memory.max"))
                .filter(limit -> limit.matches("\\d{1,18}"))
                .map(limit -> ", at most " + Long.parseLong(limit) / BYTES_PER_MIB + " MiB in this control group")
                .orElse("");
    }

    private static Optional<String> first(Path file, Pattern pattern) {
        return text(file).map(pattern::matcher).filter(Matcher::find).map(found -> found.group(1));
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (IOException e) {
            return Optional.empty(); // this kernel has no such file
        }
    }
}
