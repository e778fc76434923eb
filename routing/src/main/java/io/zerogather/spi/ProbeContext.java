package io.zerogather.spi;

import io.zerogather.settings.Settings;

/**
 * What a probe may look at.
 *
 * @param settings this rank's settings
 * @param rank this rank in WORLD
 * @param worldSize ranks in WORLD
 * @param localRank this rank among those of its host: the device it uses
 */
public record ProbeContext(Settings settings, int rank, int worldSize, int localRank) {}
