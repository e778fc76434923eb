package io.zerogather.spi;

/** A collective library that serves what the fast path does not. */
public interface FallbackProvider extends BackendProvider {
    /**
     * The library's name in the reference's log line {@code using … allgather}.
     *
     * @return for example {@code Gloo}
     */
    default String displayName() {
        return name();
    }

    /**
     * Opens the library for a group. Called on every member at the same time; returns or throws before the context's
     * deadline plus a second.
     *
     * @param context the group; its fallback is absent
     * @return the backend
     * @throws io.zerogather.AllGatherException if the members could not be connected
     */
    AllGatherBackend open(GroupContext context);
}
