package io.zerogather;

import io.micrometer.core.instrument.MeterRegistry;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.Availability;
import io.zerogather.spi.EngineProvider;
import io.zerogather.spi.FallbackProvider;
import io.zerogather.spi.LocalCopy;
import io.zerogather.spi.NativeEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What other modules put at a router's disposal.
 *
 * @param engines engines of the fast path
 * @param fallbacks collective libraries
 * @param nativeEnvironments ways to set native variables
 * @param localCopies ways to copy memory
 * @param meterRegistry where meters go
 */
record Ports(
        List<EngineProvider> engines,
        List<FallbackProvider> fallbacks,
        List<NativeEnvironment> nativeEnvironments,
        List<LocalCopy> localCopies,
        MeterRegistry meterRegistry) {
    /**
     * The backend of a group of one rank.
     *
     * @param timeout the longest wait for gathers in flight when it is closed
     */
    AllGatherBackend localBackend(GatherStreams streams, Duration timeout) {
        return streams.device().isPresent()
                ? new DeviceLocalBackend(streams.device().get(), timeout)
                : hostBackend(streams.hostStream());
    }

    private AllGatherBackend hostBackend(HostStream hostStream) {
        List<String> refusals = new ArrayList<>();
        for (LocalCopy copy : localCopies) {
            Availability availability = copy.availability();
            if (availability.available()) {
                return new LocalBackend(copy, hostStream);
            }
            refusals.add(availability.reason());
        }
        throw new AllGatherException(
                AllGatherException.Category.SETUP,
                "A group of one rank gathers by copying, which needs a backend's native library on the class path; "
                        + (refusals.isEmpty() ? "no module provides one" : "refused: " + String.join("; ", refusals)));
    }
}
