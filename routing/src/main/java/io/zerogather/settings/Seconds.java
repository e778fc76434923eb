package io.zerogather.settings;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads a length of time in seconds, such as {@code 600} or {@code 0.5}. */
final class Seconds {
    private static final Pattern FORM = Pattern.compile("[0-9]{1,18}(\\.[0-9]{1,18})?");
    private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000L);
    private static final BigDecimal MOST_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

    private Seconds() {}

    /**
     * Reads one length of time.
     *
     * @param text what the variable holds; white space around it does not matter
     * @return at least a nanosecond and at most 292 years, or empty if the text is not a positive decimal number
     */
    static Optional<Duration> parse(String text) {
        String bare = text.strip();
        if (!FORM.matcher(bare).matches()) {
            return Optional.empty();
        }
        BigDecimal nanos = new BigDecimal(bare).multiply(NANOS_PER_SECOND).min(MOST_NANOS);
        long whole = nanos.longValue();
        return whole > 0 ? Optional.of(Duration.ofNanos(whole)) : Optional.empty();
    }
}
