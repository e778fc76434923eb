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

    void throwIfAny() {
        if (first != null) {
            throw first;
        }
    }
}
