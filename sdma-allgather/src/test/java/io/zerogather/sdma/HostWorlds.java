package io.zerogather.sdma;

import io.zerogather.tck.LoopbackFallback;
import io.zerogather.tck.Providers;
import io.zerogather.tck.RouterWorld;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Worlds of rank threads that gather with engine host beside an in-memory fallback. */
final class HostWorlds {
    private HostWorlds() {}

    static Providers providers() {
        return new Providers(List.of(new HostEngineProvider()), List.of(new LoopbackFallback()));
    }

    static RouterWorld open(int ranks, String... settings) {
        Map<String, String> environment = new HashMap<>();
        environment.put("DS_SDMA_ALLGATHER", "1");
        environment.put("DS_SDMA_ALLGATHER_REQUIRE", "1");
        environment.put("DS_SDMA_ALLGATHER_TIMEOUT", "20");
        for (int i = 0; i < settings.length; i += 2) {
            environment.put(settings[i], settings[i + 1]);
        }
        return RouterWorld.open(ranks, environment, providers());
    }
}
