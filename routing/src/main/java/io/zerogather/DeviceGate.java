package io.zerogather;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Holds streams of a GPU until the CPU lets them go on: a word of page-locked memory. A gate that has been opened stays open.
 * Thread-safe.
 *
 * <p>A held stream keeps the hardware queue that it runs on. HIP has few of them, four to a process unless {@code
 * GPU_MAX_HW_QUEUES} says otherwise, and CUDA as many as {@code CUDA_DEVICE_MAX_CONNECTIONS} says; streams that share a queue
 * with a held one stand still too. So what opens a gate must not depend on work of any other stream of the device, and a gate
 * should be open soon. {@link DeviceStream#run} holds its stream in the same way while the action runs.
 */
public final class DeviceGate implements AutoCloseable {
    private final Device device;
    private final DeviceWord word;
    private final int value;
    private final Lifetime lifetime;
    private final AtomicBoolean open = new AtomicBoolean();

    DeviceGate(Device device) {
        this.device = device;
        this.word = device.words().take();
        this.value = word.nextValue();
        this.lifetime = new Lifetime("A gate of " + device);
    }

    /** Lets all streams go on that wait here, now or later. Opening it again changes nothing. */
    public void open() {
        if (open.compareAndSet(false, true)) {
            word.store(value);
        }
    }

    /**
     * Whether streams pass.
     *
     * @return true after {@link #open()}
     */
    public boolean isOpen() {
        return open.get();
    }

    /** Opens the gate and ends its use, so that no stream is left waiting. Closing it again changes nothing. */
    @Override
    public void close() {
        open();
        if (lifetime.end()) {
            device.words().giveBack(word);
        }
    }

    void hold(Device other, long stream) {
        if (!lifetime.acquire()) {
            lifetime.requireOpen();
        }
        try {
            device.runtime().holdUntil(other.index(), stream, word.address(), value);
        } finally {
            lifetime.release();
        }
    }
}
