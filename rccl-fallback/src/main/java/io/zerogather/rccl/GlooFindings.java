package io.zerogather.rccl;

import io.zerogather.spi.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Which Gloo this process has, and over which network it would connect. */
final class GlooFindings {
    private static final Path MAPPED = Path.of("/proc/self/maps");
    private static final String LIBRARY = "/libgloo";

    private GlooFindings() {}

    /** The findings of a process that has loaded Gloo. */
    static List<Finding> of(Map<String, String> environment) {
        return of(MAPPED, environment);
    }

    static List<Finding> of(Path mapped, Map<String, String> environment) {
        return List.of(
                new Finding("library", library(mapped)),
                new Finding("network", "on one host the loopback; on several " + severalHosts(environment)));
    }

    private static String library(Path mapped) {
        try (Stream<String> lines = Files.lines(mapped)) {
            return lines.filter(line -> line.contains(LIBRARY))
                    .map(line -> line.substring(line.indexOf('/')))
                    .findFirst()
                    .orElse("within our own library");
        } catch (IOException e) {
            return "not known: " + e;
        }
    }

    private static String severalHosts(Map<String, String> environment) {
        try {
            BindAddress address = BindAddress.of(false, environment);
            return address.host().isEmpty() ? "interface " + address.networkInterface() : "address " + address.host();
        } catch (IllegalArgumentException e) {
            return "none: " + e.getMessage();
        }
    }
}
