package io.zerogather.harness.bench;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes as people write them: {@code 4096}, {@code 64K}, {@code 1M}, {@code 2G}, all in powers of 1024. */
final class ByteSize {
    private static final Pattern FORM = Pattern.compile("(\\d{1,15})([kKmMgG]?)(?:i?[bB])?");
    private static final String UNITS = "KMG";
    private static final int UNIT_BITS = 10;

    private ByteSize() {}

    static long parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no size: write bytes, or a number with K, M or G");
        }
        long number = Long.parseLong(matcher.group(1));
        String unit = matcher.group(2).toUpperCase(Locale.ROOT);
        int shift = unit.isEmpty() ? 0 : UNIT_BITS * (UNITS.indexOf(unit) + 1);
        if (number > Long.MAX_VALUE >> shift) {
            throw new IllegalArgumentException("'" + text + "' does not fit in 64 bits");
        }
        return number << shift;
    }

    /** Reads sizes from the command line. */
    static final class Converter implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            try {
                return parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
