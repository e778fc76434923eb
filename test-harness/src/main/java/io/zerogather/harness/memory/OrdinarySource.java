package io.zerogather.harness.memory;

import io.zerogather.Device;
import io.zerogather.DeviceMemory;
import io.zerogather.DeviceStream;
import io.zerogather.Router;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Memory that the fast path knows nothing about, of the type that a router gathers in. */
public final class OrdinarySource implements MemorySource, AutoCloseable {
    private final Optional<Device> device;
    private final Deque<DeviceMemory> allocated = new ArrayDeque<>();

    private OrdinarySource(Optional<Device> device) {
        this.device = device;
    }

    /**
     * A source without memory.
     *
     * @param router gathers in its memory; close this source before the router
     * @return the source
     */
    public static OrdinarySource of(Router router) {
        return new OrdinarySource(
                router.stream() instanceof DeviceStream stream ? Optional.of(stream.device()) : Optional.empty());
    }

    @Override
    public Memory allocate(int bytes) {
        if (device.isEmpty()) {
            return SharedMemory.allocate(bytes);
        }
        DeviceMemory memory = device.get().allocate(bytes);
        allocated.push(memory);
        return DeviceBlock.of(memory);
    }

    @Override
    public void close() {
        while (!allocated.isEmpty()) {
            allocated.pop().close();
        }
    }
}
