package io.zerogather.rccl.communicator;

import io.zerogather.Device;
import io.zerogather.spi.DeviceRuntime;
import java.util.ArrayDeque;
import java.util.Deque;

/** Events of one device, used again and again: opening one costs more than a gather. Not thread-safe. */
final class EventPairs {
    private final DeviceRuntime runtime;
    private final int device;
    private final Deque<EventPair> free = new ArrayDeque<>();

    EventPairs(Device device) {
        this.runtime = device.runtime();
        this.device = device.index();
    }

    EventPair take() {
        EventPair pair = free.poll();
        return pair != null ? pair : open();
    }

    void giveBack(EventPair pair) {
        free.push(pair);
    }

    /** Closes those that are not in use. */
    void close() {
        while (!free.isEmpty()) {
            EventPair pair = free.pop();
            runtime.closeEvent(device, pair.start());
            runtime.closeEvent(device, pair.end());
        }
    }

    private EventPair open() {
        return new EventPair(runtime.openEvent(device, false), runtime.openEvent(device, false));
    }
}
