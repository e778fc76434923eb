package io.zerogather;

import org.jspecify.annotations.Nullable;

/** Runs every step of a shutdown although some fail, and throws the first failure with the others attached. */
final class Failures {
    private @Nullable RuntimeException first;

    void collect(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            if (first == null) {
                first = e;
            } else {
                first.addSuppressed(e);
            }
        }
    }

    void addTo(Throwable other) {
        if (first != null) {
            other.addSuppressed(first);
        }
    }

    void throwIfAny() {
        if (first != null) {
            throw first;
        }
    }
}
