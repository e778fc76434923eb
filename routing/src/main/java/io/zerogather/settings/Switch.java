package io.zerogather.settings;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads switches: the reference knows ten texts for "on", to the letter, and takes everything else for "off". */
final class Switch {
    private static final Set<String> ON = Set.of("1", "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON");
    private static final Set<String> OFF = Set.of("0", "false", "no", "off");

    private Switch() {}

    /**
     * Reads one switch.
     *
     * @param text what the variable holds, untrimmed
     * @return its position, or empty if the text is neither one of the ten nor a clear "off"
     */
    static Optional<Boolean> parse(String text) {
        if (ON.contains(text)) {
            return Optional.of(true);
        }
        return OFF.contains(text.toLowerCase(Locale.ROOT)) ? Optional.of(false) : Optional.empty();
    }
}
