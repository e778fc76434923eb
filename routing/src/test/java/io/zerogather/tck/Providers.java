package io.zerogather.tck;

import io.zerogather.spi.DeviceRuntime;
import io.zerogather.spi.EngineProvider;
import io.zerogather.spi.FallbackProvider;
import java.util.List;

/**
 * What the ranks of a world gather with.
 *
 * @param engines engines of the fast path
 * @param fallbacks fallbacks
 * @param deviceRuntimes GPU runtimes
 */
public record Providers(
        List<EngineProvider> engines, List<FallbackProvider> fallbacks, List<DeviceRuntime> deviceRuntimes) {
    /** Keeps the lists from changing. */
    public Providers {
        engines = List.copyOf(engines);
        fallbacks = List.copyOf(fallbacks);
        deviceRuntimes = List.copyOf(deviceRuntimes);
    }

    /**
     * What ranks without GPUs gather with.
     *
     * @param engines engines of the fast path
     * @param fallbacks fallbacks
     */
    public Providers(List<EngineProvider> engines, List<FallbackProvider> fallbacks) {
        this(engines, fallbacks, List.of());
    }
}
