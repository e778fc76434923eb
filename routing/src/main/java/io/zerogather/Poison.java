package io.zerogather;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Whether a group is dead on this rank, and of what. The first cause stays. */
final class Poison {
    private final AtomicReference<@Nullable AllGatherException> cause = new AtomicReference<>();

    void set(AllGatherException first) {
        cause.compareAndSet(null, first);
    }

    @Nullable
    AllGatherException cause() {
        return cause.get();
    }

    /** Lets a call pass, or fails it with the cause. */
    void check() {
        AllGatherException known = cause.get();
        if (known != null) {
            throw known.observed();
        }
    }
}
