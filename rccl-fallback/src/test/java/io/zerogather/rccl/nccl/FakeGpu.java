package io.zerogather.rccl.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Library;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;

/** One device of the fake CUDA, current on the thread that made this, with a stream and memory. */
final class FakeGpu implements AutoCloseable {
    private static final Cuda CUDA = Stubs.load(Stubs.FAKE_CUDA, Cuda.class);

    private final long stream;

    /** Functions of the driver. */
    interface Cuda extends Library {
        int cuInit(int flags);

        int cuDevicePrimaryCtxRetain(LongByReference context, int device);

        int cuCtxSetCurrent(long context);

        int cuMemAlloc_v2(LongByReference address, long bytes);

        int cuMemFree_v2(long address);

        int cuStreamCreateWithPriority(LongByReference stream, int flags, int priority);

        int cuStreamDestroy_v2(long stream);

        int cuStreamSynchronize(long stream);

        int cuStreamQuery(long stream);
    }

    FakeGpu(int device) {
        makeCurrent(device);
        LongByReference opened = new LongByReference();
        check(CUDA.cuStreamCreateWithPriority(opened, 1, 0));
        stream = opened.getValue();
    }

    static void makeCurrent(int device) {
        LongByReference context = new LongByReference();
        check(CUDA.cuInit(0));
        check(CUDA.cuDevicePrimaryCtxRetain(context, device));
        check(CUDA.cuCtxSetCurrent(context.getValue()));
    }

    long stream() {
        return stream;
    }

    long allocate(long bytes) {
        LongByReference address = new LongByReference();
        check(CUDA.cuMemAlloc_v2(address, bytes));
        return address.getValue();
    }

    void free(long address) {
        check(CUDA.cuMemFree_v2(address));
    }

    /** The fake's memory is the host's. */
    static Pointer at(long address) {
        return new Pointer(address);
    }

    boolean isIdle() {
        return CUDA.cuStreamQuery(stream) == 0;
    }

    void synchronize() {
        check(CUDA.cuStreamSynchronize(stream));
    }

    @Override
    public void close() {
        check(CUDA.cuStreamDestroy_v2(stream));
    }

    private static void check(int code) {
        assertThat(code).isZero();
    }
}
