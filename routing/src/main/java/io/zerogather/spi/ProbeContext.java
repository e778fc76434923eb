package io.zerogather.spi;

import io.zerogather.Device;
import io.zerogather.settings.Settings;
import java.util.Optional;

/**
 * What a probe may look at.
 *
 * @param settings this rank's settings
 * @param rank this rank in WORLD
 * @param worldSize ranks in WORLD
 * @param localRank this rank among those of its host
 * @param device the GPU that this rank would use, of the runtime that this process has; or empty
 * @param deviceRefusal why there is none, in words for a refusal; empty if there is one
 */
public record ProbeContext(
        Settings settings, int rank, int worldSize, int localRank, Optional<Device> device, String deviceRefusal) {}
