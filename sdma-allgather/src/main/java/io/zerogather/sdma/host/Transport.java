package io.zerogather.sdma.host;

import io.zerogather.AllGatherException;
import io.zerogather.jni.NativeBridge;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The native transport of one group. Gathers, rejections, announcements, housekeeping and closing belong to the worker;
 * pool memory to anybody. It is freed when it has been closed and the last pool memory is: memory that a user still holds
 * stays mapped.
 */
final class Transport {
    private final long handle;
    private final AtomicInteger holders = new AtomicInteger(1);
    private long lastCall;

    Transport(long handle) {
        this.handle = handle;
    }

    int gather(long call, long output, long input, long elements, int dtype, int elementBytes, boolean capturing) {
        lastCall = call;
        return NativeBridge.gather(handle, call, output, input, elements, dtype, elementBytes, capturing);
    }

    int reject(long call, long elements, int dtype, String why) {
        lastCall = call;
        return NativeBridge.reject(handle, call, elements, dtype, why);
    }

    void announce(long call) {
        lastCall = call;
        NativeBridge.announce(handle, call);
    }

    void housekeep() {
        NativeBridge.housekeep(handle);
    }

    void close() {
        NativeBridge.close(handle, lastCall);
        release();
    }

    /** Address of new pool memory. */
    long allocate(long bytes) {
        if (!hold()) {
            throw new AllGatherException(
                    AllGatherException.Category.CLOSED, "Pool memory of a closed router; open a new one to allocate");
        }
        long address = NativeBridge.allocate(handle, bytes);
        if (address == 0) {
            String reason = NativeBridge.lastError();
            release();
            throw new AllGatherException(
                    AllGatherException.Category.SETUP, "Pool memory of " + bytes + " bytes: " + reason);
        }
        return address;
    }

    void free(long address) {
        int status = NativeBridge.free(handle, address);
        assert status == NativeBridge.OK;
        release();
    }

    private boolean hold() {
        int current = holders.get();
        while (current > 0) {
            if (holders.compareAndSet(current, current + 1)) {
                return true;
            }
            current = holders.get();
        }
        return false;
    }

    private void release() {
        if (holders.decrementAndGet() == 0) {
            NativeBridge.destroy(handle);
        }
    }
}
