package io.zerogather.harness.doctor;

import io.zerogather.AllGatherException;
import io.zerogather.Device;
import io.zerogather.harness.report.Services;
import io.zerogather.settings.Settings;
import io.zerogather.spi.Availability;
import io.zerogather.spi.BackendProvider;
import io.zerogather.spi.EngineProvider;
import io.zerogather.spi.FallbackProvider;
import io.zerogather.spi.ProbeContext;
import java.util.Optional;
import java.util.ServiceLoader;

/** Each backend on the class path: whether it could start in this process, and what was found on the way. */
final class ProviderSection {
    private final Section section = new Section("backends", "Backends of this process");
    private final ProbeContext context;
    private final DoctorWatch watch;

    private ProviderSection(ProbeContext context, DoctorWatch watch) {
        this.context = context;
        this.watch = watch;
    }

    static Section find(Settings settings, int localRank, int worldSize, DoctorWatch watch) {
        ProviderSection providers = new ProviderSection(context(settings, localRank, worldSize), watch);
        providers.describe("engine", Services.of(ServiceLoader.load(EngineProvider.class)));
        providers.describe("fallback", Services.of(ServiceLoader.load(FallbackProvider.class)));
        return providers.section;
    }

    /** The device that a router would take on rank 0: the local rank's, or the only one. */
    private static ProbeContext context(Settings settings, int localRank, int worldSize) {
        try {
            Device first = Device.open(0);
            boolean only = first.runtime().devices().size() == 1;
            Device device = only ? first : Device.of(first.runtime(), localRank);
            return new ProbeContext(settings, 0, worldSize, localRank, Optional.of(device), "");
        } catch (AllGatherException | LinkageError e) {
            return new ProbeContext(
                    settings, 0, worldSize, localRank, Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    private void describe(String kind, Services<? extends BackendProvider> providers) {
        for (BackendProvider provider : providers.loaded()) {
            String subject = kind + " " + provider.name();
            watch.step("the probe of " + subject);
            try {
                section.add(subject, summary(provider));
                provider.findings(context).forEach(finding -> section.add(subject, finding.topic(), finding.value()));
            } catch (RuntimeException | LinkageError e) {
                section.warn(subject, "its probe failed: " + e);
            }
        }
        section.leftOut(kind, providers.broken());
    }

    private String summary(BackendProvider provider) {
        Availability availability = provider.probe(context);
        String serves = "serves " + provider.memory().word() + " memory, ";
        if (!availability.available()) {
            return serves + "cannot start; the plan below says why";
        }
        return serves + "could start"
                + (availability.compatibility().isEmpty() ? "" : ", " + availability.compatibility())
                + (availability.device().isEmpty() ? "" : ", on " + availability.device());
    }
}
