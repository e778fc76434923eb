package io.zerogather.metrics;

import io.zerogather.Reason;

/**
 * Which backend serves gathers of which reason.
 *
 * @param fastEngine engine of the fast path, or empty
 * @param fallbackEngine engine of the fallback, or empty
 */
public record ServedBy(String fastEngine, String fallbackEngine) {
    private static final String NOBODY = "none";

    /**
     * The kind of backend.
     *
     * @param reason why a gather took its route
     * @return {@code fast-path}, {@code fallback}, {@code local}, or {@code none} if nothing moved
     */
    public String backend(Reason reason) {
        return switch (reason) {
            case FAST -> "fast-path";
            case SINGLE -> "local";
            case EMPTY, REJECTED -> NOBODY;
            default -> "fallback";
        };
    }

    /**
     * The engine.
     *
     * @param reason why a gather took its route
     * @return its name, or {@code none}
     */
    public String engine(Reason reason) {
        String engine = switch (reason) {
            case FAST -> fastEngine;
            case SINGLE -> "local";
            case EMPTY, REJECTED -> NOBODY;
            default -> fallbackEngine;
        };
        return engine.isEmpty() ? NOBODY : engine;
    }
}
