package io.zerogather.settings;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads the settings from an environment and says of each value that it could not use what it took instead. */
final class SettingsReader {
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");
    private static final int SHOWN_CHARACTERS = 80;

    private final Map<String, String> environment;
    private final Consumer<String> warnings;

    SettingsReader(Map<String, String> environment, Consumer<String> warnings) {
        this.environment = environment;
        this.warnings = warnings;
    }

    Settings read() {
        boolean enabled = switchOf(Setting.ENABLED);
        Settings settings = new Settings(
                enabled,
                enabled ? maxElements() : Settings.DEFAULT_MAX_ELEMENTS,
                switchOf(Setting.REQUIRE),
                value(Setting.ENGINE, SettingsReader::name),
                value(Setting.FALLBACK, SettingsReader::name),
                value(Setting.FLOOR, SettingsReader::bytes),
                value(Setting.TIMEOUT, Seconds::parse),
                value(Setting.OPEN_TIMEOUT, Seconds::parse),
                switchOf(Setting.EXTENDED_DTYPES),
                switchOf(Setting.GUARD),
                value(Setting.LIBRARY, Optional::of),
                value(Setting.GPU_LIBRARY, Optional::of));
        reportUnknownVariables();
        return settings;
    }

    private boolean switchOf(Setting setting) {
        return value(setting, Switch::parse);
    }

    /** The reference's rule: not an integer counts as not set, negative as 0, and nothing is too large to be valid. */
    private long maxElements() {
        BigInteger elements = value(Setting.MAX_ELEMENTS, PythonInteger::parse);
        if (elements.signum() < 0) {
            given(Setting.MAX_ELEMENTS).ifPresent(text -> warn(Setting.MAX_ELEMENTS, text, "0"));
        }
        return elements.max(BigInteger.ZERO).min(MOST).longValue();
    }

    private <T> T value(Setting setting, Function<String, Optional<T>> parser) {
        Optional<String> given = given(setting);
        Optional<T> parsed = given.flatMap(parser);
        if (parsed.isPresent()) {
            return parsed.get();
        }
        given.ifPresent(text -> warn(setting, text, setting.defaultText()));
        return parser.apply(setting.defaultText()).orElseThrow();
    }

    /** An empty text is a malformed integer to the reference; elsewhere it is the shell's way of not setting a variable. */
    private Optional<String> given(Setting setting) {
        return Optional.ofNullable(environment.get(setting.variable()))
                .filter(text -> !text.isEmpty() || setting == Setting.MAX_ELEMENTS);
    }

    private void warn(Setting setting, String text, String used) {
        warnings.accept(setting.variable() + "=\"" + shown(text) + "\" is not a valid " + setting.type()
                + (setting.unit().isEmpty() ? "" : " of " + setting.unit()) + "; using " + used);
    }

    private void reportUnknownVariables() {
        List<String> known = Setting.knownVariables();
        TreeSet<String> unknown = new TreeSet<>();
        for (String name : environment.keySet()) {
            if (name.startsWith(Setting.PREFIX) && !known.contains(name)) {
                unknown.add(name);
            }
        }
        if (!unknown.isEmpty()) {
            warnings.accept("Unknown variables " + String.join(", ", unknown) + " have no effect; known are "
                    + String.join(", ", known));
        }
    }

    private static Optional<Long> bytes(String text) {
        String bare = text.strip();
        if (!bare.matches("[0-9]{1,19}")) {
            return Optional.empty();
        }
        BigInteger value = new BigInteger(bare);
        return value.compareTo(MOST) <= 0 ? Optional.of(value.longValue()) : Optional.empty();
    }

    private static Optional<String> name(String text) {
        String bare = text.strip();
        return NAME.matcher(bare).matches() ? Optional.of(bare) : Optional.empty();
    }

    private static String shown(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
