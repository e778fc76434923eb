package io.zerogather.harness.report;

/** Text that others wrote, made fit for one line: what a terminal would act on is escaped, what is too long is cut. */
public final class PlainText {
    /** Room for a sentence that names every rank, and far too little for a flood. */
    public static final int LINE = 2000;

    private PlainText() {}

    /**
     * Escapes and cuts.
     *
     * @param text anything
     * @param most characters to keep, at least 1; a cut says how long the text was
     * @return printable text without line breaks
     */
    public static String of(String text, int most) {
        StringBuilder plain = new StringBuilder(Math.min(text.length(), most));
        int index = 0;
        while (index < text.length() && index < most) {
            int point = text.codePointAt(index);
            append(plain, point);
            index += Character.charCount(point);
        }
        if (index < text.length()) {
            plain.append("... (").append(text.length()).append(" characters)");
        }
        return plain.toString();
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

    private static void append(StringBuilder plain, int point) {
        if (isUnprintable(point)) {
            plain.append(String.format("\\u%04x", point));
        } else {
            plain.appendCodePoint(point);
        }
    }
}
