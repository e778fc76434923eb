package io.zerogather.harness.doctor;

import io.zerogather.settings.Setting;
import java.util.Map;

/** Our own settings, as this process has them. */
final class SettingsSection {
    private SettingsSection() {}

    static Section of(Map<String, String> environment) {
        Section section = new Section("Settings");
        for (Setting setting : Setting.values()) {
            String value = environment.get(setting.variable());
            String standard = setting.defaultText().isEmpty() ? "empty" : setting.defaultText();
            section.add(setting.variable(), value == null ? standard + " (default)" : value);
        }
        return section;
    }
}
