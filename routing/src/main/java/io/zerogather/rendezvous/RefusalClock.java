package io.zerogather.rendezvous;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tells a lasting refusal by our own job from one by an earlier run that is about to end. */
final class RefusalClock {

    private final Duration patience;
    private @Nullable Deadline end;

    RefusalClock(Duration patience) {
        this.patience = patience;
    }

    /** Notes whether the latest pass met a refusal; one that met none starts the clock anew. */
    void note(boolean refused) {
        if (!refused) {
            end = null;
        } else if (end == null) {
            end = Deadline.after(patience);
        }
    }

    /** Whether the refusal has lasted so long that it will not go away. */
    boolean lasting() {
        return end != null && end.expired();
    }
}
