package io.zerogather.gpu;

import io.zerogather.AllGatherException;
import io.zerogather.AllGatherException.Category;
import io.zerogather.jni.GpuException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Calls of native code whose refusals become the exception that {@code DeviceRuntime} promises. */
final class Calls {
    private Calls() {}

    static long number(LongSupplier call) {
        try {
            return call.getAsLong();
        } catch (GpuException e) {
            throw refused(e);
        }
    }

    static boolean truth(BooleanSupplier call) {
        try {
            return call.getAsBoolean();
        } catch (GpuException e) {
            throw refused(e);
        }
    }

    static void run(Runnable call) {
        try {
            call.run();
        } catch (GpuException e) {
            throw refused(e);
        }
    }

    static AllGatherException refused(GpuException cause) {
        return new AllGatherException(Category.DEVICE, String.valueOf(cause.getMessage()), cause);
    }
}
