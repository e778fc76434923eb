package io.zerogather;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Whether a group is dead on this rank, and of what. The first cause stays, and whoever asked for it is told once. */
final class Poison {
    private final List<Consumer<AllGatherException>> listeners = new ArrayList<>();
    private volatile @Nullable AllGatherException cause;

    void set(AllGatherException first) {
        List<Consumer<AllGatherException>> told;
        synchronized (this) {
            if (cause != null) {
                return;
            }
            cause = first;
            told = List.copyOf(listeners);
            listeners.clear();
        }
        told.forEach(listener -> listener.accept(first));
    }

    /** Tells of the first cause, at once if there is one already. The listener does not throw. */
    void whenSet(Consumer<AllGatherException> listener) {
        AllGatherException known;
        synchronized (this) {
            known = cause;
            if (known == null) {
                listeners.add(listener);
                return;
            }
        }
        listener.accept(known);
    }

    @Nullable
    AllGatherException cause() {
        return cause;
    }

    /** Lets a call pass, or fails it with the cause. */
    void check() {
        AllGatherException known = cause;
        if (known != null) {
            throw known.observed();
        }
    }
}
