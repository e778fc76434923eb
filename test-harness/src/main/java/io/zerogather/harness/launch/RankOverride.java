package io.zerogather.harness.launch;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * An environment variable of one rank.
 *
 * @param rank the rank, 0-based
 * @param name variable
 * @param value its value
 */
public record RankOverride(int rank, String name, String value) {
    /**
     * Reads an override.
     *
     * @param text {@code R:NAME=VALUE}
     * @return the override
     * @throws IllegalArgumentException if the text has another form
     */
    static RankOverride parse(String text) {
        int colon = text.indexOf(':');
        int equals = text.indexOf('=', colon + 1);
        if (colon < 1 || equals < colon + 2) {
            throw malformed(text);
        }
        try {
            int rank = Integer.parseInt(text.substring(0, colon));
            if (rank < 0) {
                throw malformed(text);
            }
            return new RankOverride(rank, text.substring(colon + 1, equals), text.substring(equals + 1));
        } catch (NumberFormatException e) {
            throw malformed(text);
        }
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "'" + text + "' is no override: write RANK:NAME=VALUE, for example 1:DS_SDMA_ALLGATHER=0");
    }

    /** Reads overrides from the command line. */
    static final class Converter implements ITypeConverter<RankOverride> {
        @Override
        public RankOverride convert(String text) {
            try {
                return parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
