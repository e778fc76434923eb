package io.zerogather.harness.report;

/** Text that others wrote, made fit for one line: what a terminal would act on is escaped, what is too long is cut. */
public final class PlainText {
    /** Room for a sentence that names every rank, and far too little for a flood. */
    public static final int LINE = 1000;

    private static final int TAIL_PART = 4;

    private PlainText() {}

    /**
     * Escapes and cuts.
     *
     * @param text anything
     * @param most characters to keep, at least 2: most of them from the beginning, the rest from the end
     * @return printable text without line breaks; a cut says how long the text was
     */
    public static String of(String text, int most) {
        if (text.length() <= most) {
            return escaped(text);
        }
        int tail = most / TAIL_PART;
        return escaped(text.substring(0, most - tail)) + " ...(" + text.length() + " characters)... "
                + escaped(text.substring(text.length() - tail));
    }

    /** Whether a terminal would act on a character, or no encoding has it. */
    static boolean isUnprintable(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }

    private static String escaped(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (isUnprintable(point)) {
                plain.append(String.format("\\u%04x", point));
            } else {
                plain.appendCodePoint(point);
            }
        });
        return plain.toString();
    }
}
