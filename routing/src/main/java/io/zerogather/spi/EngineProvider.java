package io.zerogather.spi;

/** An engine of the fast path. */
public interface EngineProvider extends BackendProvider {
    /**
     * Opens the engine for WORLD. Called on every rank after all agreed on this engine; a failure on one rank makes the
     * fallback the plan of all.
     *
     * @param context the group; its fallback is present
     * @return the fast path
     * @throws io.zerogather.AllGatherException if this rank cannot start it
     */
    FastPath open(GroupContext context);
}
