package io.zerogather.rccl;

import io.zerogather.settings.Settings;
import io.zerogather.spi.Availability;
import io.zerogather.spi.ProbeContext;
import java.util.Map;
import java.util.Optional;

/** Probes Gloo in a process of its own, whose properties say where the library is, and prints the answer. */
final class ProbeMain {
    private ProbeMain() {}

    /** No arguments. */
    public static void main(String[] args) {
        ProbeContext context =
                new ProbeContext(Settings.of(Map.of()), 0, 1, 0, Optional.empty(), "no device is asked for");
        Availability availability = new GlooFallbackProvider().probe(context);
        System.out.println(availability.available() ? "available" : availability.reason());
    }
}
