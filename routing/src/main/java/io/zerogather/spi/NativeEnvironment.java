package io.zerogather.spi;

/**
 * Sets environment variables where native libraries of this process see them; {@link System#getenv()} does not change.
 * The router exports {@code MORI_ENABLE_SDMA} through it before any engine is probed.
 */
public interface NativeEnvironment {
    /**
     * Sets a variable only if the process's native environment does not have it, even with an empty value.
     *
     * @param name variable
     * @param value value
     * @return true if it was set, false if it was present
     * @throws io.zerogather.AllGatherException if native code is not available on this rank
     */
    boolean setIfAbsent(String name, String value);
}
