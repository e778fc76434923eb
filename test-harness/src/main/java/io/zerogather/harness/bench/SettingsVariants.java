package io.zerogather.harness.bench;

import io.zerogather.settings.Settings;

/** The settings of the routers that are compared: they differ in what is compared and in nothing else. */
final class SettingsVariants {
    private SettingsVariants() {}

    /** The fallback, checked as the router always does. */
    static Settings fallback(Settings own) {
        return optedOut(own, true);
    }

    /** The fallback library alone. */
    static Settings raw(Settings own) {
        return optedOut(own, false);
    }

    private static Settings optedOut(Settings own, boolean guarded) {
        return new Settings(
                false,
                own.maxElements(),
                false,
                own.engine(),
                own.fallback(),
                own.floorBytes(),
                own.timeout(),
                own.openTimeout(),
                own.extendedTypes(),
                guarded,
                own.library(),
                own.gpuLibrary());
    }
}
