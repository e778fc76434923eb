package io.zerogather.settings;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;

/** Reads integers as Python's {@code int(text)} does, because the reference reads its limit that way. */
final class PythonInteger {
    /** Python's own guard against texts that take quadratic time; leading zeros count, underscores do not. */
    private static final int MOST_DIGITS = 4300;

    private PythonInteger() {}

    /**
     * Reads one integer.
     *
     * @param text any text
     * @return its value, or empty where Python raises ValueError
     */
    static Optional<BigInteger> parse(String text) {
        int[] symbols = trimmed(text.codePoints().toArray());
        int start = symbols.length > 0 && (symbols[0] == '+' || symbols[0] == '-') ? 1 : 0;
        Optional<String> digits = digits(symbols, start);
        return digits.map(BigInteger::new).map(value -> symbols[0] == '-' ? value.negate() : value);
    }

    private static Optional<String> digits(int[] symbols, int start) {
        StringBuilder digits = new StringBuilder();
        boolean afterDigit = false;
        for (int i = start; i < symbols.length; i++) {
            if (symbols[i] == '_') {
                if (!afterDigit) {
                    return Optional.empty();
                }
                afterDigit = false;
                continue;
            }
            if (!Character.isDigit(symbols[i])) {
                return Optional.empty();
            }
            digits.append(Character.digit(symbols[i], 10));
            afterDigit = true;
        }
        // A text that ends otherwise than in a digit is empty or has an underscore too many.
        return afterDigit && digits.length() <= MOST_DIGITS ? Optional.of(digits.toString()) : Optional.empty();
    }

    private static int[] trimmed(int[] symbols) {
        int from = 0;
        int to = symbols.length;
        while (from < to && isSpace(symbols[from])) {
            from++;
        }
        while (to > from && isSpace(symbols[to - 1])) {
            to--;
        }
        return Arrays.copyOfRange(symbols, from, to);
    }

    /** What int() strips: C's white space, and beyond ASCII what str.isspace() accepts. */
    private static boolean isSpace(int symbol) {
        if (symbol < 0x80) {
            return symbol == ' ' || (symbol >= '\t' && symbol <= '\r');
        }
        return symbol == 0x85 || Character.isSpaceChar(symbol);
    }
}
