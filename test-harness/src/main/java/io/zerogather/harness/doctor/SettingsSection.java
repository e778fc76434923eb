package io.zerogather.harness.doctor;

import io.zerogather.settings.Setting;
import io.zerogather.settings.Settings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;

/** Our own settings: what counts in this process, and what it was made from. */
final class SettingsSection {
    private static final String PREFIX = "DS_SDMA_ALLGATHER_";
    private static final String RENDEZVOUS = "DS_SDMA_ALLGATHER_RENDEZVOUS";
    private static final String JOB_TOKEN = "DS_SDMA_ALLGATHER_JOB_TOKEN";

    private SettingsSection() {}

    static Section of(Settings settings, Map<String, String> environment) {
        Section section = new Section("settings", "Settings");
        TreeSet<String> unknown = new TreeSet<>(environment.keySet());
        unknown.removeIf(name -> !name.startsWith(PREFIX) || name.equals(RENDEZVOUS) || name.equals(JOB_TOKEN));
        for (Setting setting : Setting.values()) {
            add(section, setting, environment.getOrDefault(setting.variable(), ""), settings);
            unknown.remove(setting.variable());
        }
        section.add(RENDEZVOUS, Section.shown(environment.getOrDefault(RENDEZVOUS, "tcp (default)")));
        section.add(JOB_TOKEN, environment.containsKey(JOB_TOKEN) ? "set, not shown" : "torchrun's run id (default)");
        unknown.forEach(name -> section.warn(name, "no such setting: it has no effect"));
        return section;
    }

    private static void add(Section section, Setting setting, String given, Settings settings) {
        String effective = effective(setting, settings);
        String shown = effective.isEmpty()
                ? "search"
                : Section.shown(effective) + (setting.unit().isEmpty() ? "" : " " + setting.unit());
        String name = setting.variable();
        if (given.isEmpty()) {
            section.add(name, shown + " (default)");
        } else if (given.equals(effective)) {
            section.add(name, shown);
        } else if (setting == Setting.MAX_ELEMENTS && !settings.enabled()) {
            section.add(name, shown + " (\"" + Section.shown(given) + "\" counts only for a rank that opts in)");
        } else if (effective.equals(setting.defaultText())) {
            section.warn(name, shown + " (default; \"" + Section.shown(given) + "\" does not change it)");
        } else {
            section.add(name, shown + " (given as \"" + Section.shown(given) + "\")");
        }
    }

    private static String effective(Setting setting, Settings settings) {
        return switch (setting) {
            case ENABLED -> text(settings.enabled());
            case MAX_ELEMENTS -> Long.toString(settings.maxElements());
            case FLOOR -> Long.toString(settings.floorBytes());
            case REQUIRE -> text(settings.required());
            case ENGINE -> settings.engine();
            case FALLBACK -> settings.fallback();
            case TIMEOUT -> seconds(settings.timeout());
            case OPEN_TIMEOUT -> seconds(settings.openTimeout());
            case EXTENDED_DTYPES -> text(settings.extendedTypes());
            case GUARD -> text(settings.guarded());
            case LIBRARY -> settings.library();
            case GPU_LIBRARY -> settings.gpuLibrary();
        };
    }

    private static String text(boolean on) {
        return on ? "1" : "0";
    }

    private static String seconds(Duration duration) {
        BigDecimal seconds = BigDecimal.valueOf(duration.getSeconds()).add(BigDecimal.valueOf(duration.getNano(), 9));
        return seconds.stripTrailingZeros().toPlainString();
    }
}
