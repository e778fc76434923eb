package io.zerogather;

import io.zerogather.spi.DeviceRuntime;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** Words of page-locked memory, kept for reuse as long as the process lives: a stream may look at one at any time. */
final class DeviceWords {
    private static final int PAGE_BYTES = 4096;

    /** A cache line for each, so that streams which poll do not disturb each other. */
    private static final int SPACING_BYTES = 64;

    private final DeviceRuntime runtime;
    private final int device;
    private final Deque<DeviceWord> free = new ArrayDeque<>();

    DeviceWords(DeviceRuntime runtime, int device) {
        this.runtime = runtime;
        this.device = device;
    }

    synchronized DeviceWord take() {
        if (free.isEmpty()) {
            addPage();
        }
        return free.pop();
    }

    /** Gives a word back whose last value has been stored. A spent one is left alone: streams may still look at it. */
    synchronized void giveBack(DeviceWord word) {
        if (!word.isSpent()) {
            free.push(word);
        }
    }

    private void addPage() {
        long address = runtime.allocateHost(device, PAGE_BYTES);
        ByteBuffer page = runtime.view(address, PAGE_BYTES);
        for (int offset = 0; offset < PAGE_BYTES; offset += SPACING_BYTES) {
            free.push(new DeviceWord(page, address, offset, 0));
        }
    }
}
