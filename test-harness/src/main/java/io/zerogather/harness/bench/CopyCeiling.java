package io.zerogather.harness.bench;

import io.zerogather.DeviceBuffer;

/** Copies private memory the way the fast path writes outputs, to find out what the machine can do at most. */
@FunctionalInterface
interface CopyCeiling {
    /**
     * Copies once.
     *
     * @param destination where to
     * @param source where from, of the same length
     */
    void copy(DeviceBuffer destination, DeviceBuffer source);
}
