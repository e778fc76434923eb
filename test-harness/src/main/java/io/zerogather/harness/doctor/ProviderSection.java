package io.zerogather.harness.doctor;

import io.zerogather.AllGatherException;
import io.zerogather.Device;
import io.zerogather.settings.Settings;
import io.zerogather.spi.BackendProvider;
import io.zerogather.spi.EngineProvider;
import io.zerogather.spi.FallbackProvider;
import io.zerogather.spi.Finding;
import io.zerogather.spi.ProbeContext;
import java.util.Optional;
import java.util.ServiceLoader;

/** What each backend looked for on this rank. Who could start is in the plan; here is what was found on the way. */
final class ProviderSection {
    private ProviderSection() {}

    static Section find(Settings settings, int localRank, int ranks) {
        ProbeContext context = context(settings, localRank, ranks);
        Section section = new Section("Backends of this process");
        for (EngineProvider provider : ServiceLoader.load(EngineProvider.class)) {
            describe(section, "engine " + provider.name(), provider, context);
        }
        for (FallbackProvider provider : ServiceLoader.load(FallbackProvider.class)) {
            describe(section, "fallback " + provider.name(), provider, context);
        }
        return section;
    }

    private static ProbeContext context(Settings settings, int localRank, int ranks) {
        try {
            return new ProbeContext(settings, 0, ranks, localRank, Optional.of(Device.open(localRank)), "");
        } catch (AllGatherException e) {
            return new ProbeContext(settings, 0, ranks, localRank, Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    private static void describe(Section section, String topic, BackendProvider provider, ProbeContext context) {
        section.add(topic, "serves " + provider.memory().word() + " memory");
        for (Finding finding : provider.findings(context)) {
            section.add("  " + finding.topic(), finding.value());
        }
    }
}
