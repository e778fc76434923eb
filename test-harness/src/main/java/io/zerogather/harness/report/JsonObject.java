package io.zerogather.harness.report;

import java.util.List;
import java.util.stream.Collectors;

/** One flat JSON object, written in the order of its fields. Not thread-safe. */
public final class JsonObject {
    private final StringBuilder fields = new StringBuilder();

    /** An object without fields. */
    public JsonObject() {}

    /**
     * Adds a text.
     *
     * @param name field
     * @param value any text
     * @return this object
     */
    public JsonObject put(String name, String value) {
        return raw(name, quote(value));
    }

    /**
     * Adds an integer.
     *
     * @param name field
     * @param value number
     * @return this object
     */
    public JsonObject put(String name, long value) {
        return raw(name, Long.toString(value));
    }

    /**
     * Adds a number; what JSON cannot say (infinities, NaN) becomes null.
     *
     * @param name field
     * @param value number
     * @return this object
     */
    public JsonObject put(String name, double value) {
        return raw(name, number(value));
    }

    /**
     * Adds a truth value.
     *
     * @param name field
     * @param value truth
     * @return this object
     */
    public JsonObject put(String name, boolean value) {
        return raw(name, Boolean.toString(value));
    }

    /**
     * Adds a list of texts.
     *
     * @param name field
     * @param values any texts
     * @return this object
     */
    public JsonObject put(String name, List<String> values) {
        return raw(name, values.stream().map(JsonObject::quote).collect(Collectors.joining(",", "[", "]")));
    }

    /**
     * Adds a list of numbers, each as {@link #put(String, double)} would write it.
     *
     * @param name field
     * @param values numbers
     * @return this object
     */
    public JsonObject putNumbers(String name, List<Double> values) {
        return raw(name, values.stream().map(JsonObject::number).collect(Collectors.joining(",", "[", "]")));
    }

    /**
     * The object as text.
     *
     * @return one line
     */
    @Override
    public String toString() {
        return "{" + fields + "}";
    }

    private JsonObject raw(String name, String value) {
        if (fields.length() > 0) {
            fields.append(',');
        }
        fields.append(quote(name)).append(':').append(value);
        return this;
    }

    private static String number(double value) {
        return Double.isFinite(value) ? Double.toString(value) : "null";
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(point -> {
            if (point == '"' || point == '\\') {
                quoted.append('\\').append((char) point);
            } else if (PlainText.isUnprintable(point) && Character.isBmpCodePoint(point)) {
                quoted.append(String.format("\\u%04x", point));
            } else {
                quoted.appendCodePoint(point);
            }
        });
        return quoted.append('"').toString();
    }
}
