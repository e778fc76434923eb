package io.zerogather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.AllGatherException.Category;
import io.zerogather.tck.FakeDeviceRuntime;
import io.zerogather.tck.RankThreads;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DeviceTest {
    private final FakeDeviceRuntime runtime = FakeDeviceRuntime.of(2);
    private final Device device = Device.of(runtime, 1);

    @Test
    void isOneObjectPerRuntimeAndIndex() {
        assertThat(Device.of(runtime, 1)).isSameAs(device).isNotSameAs(Device.of(runtime, 0));
        assertThat(Device.of(FakeDeviceRuntime.of(2), 1)).isNotSameAs(device);
        assertThat(device.info().busId()).isEqualTo(FakeDeviceRuntime.busId(1));
        assertThatThrownBy(() -> Device.of(runtime, 2))
                .isInstanceOfSatisfying(
                        AllGatherException.class, e -> assertThat(e.category()).isEqualTo(Category.SETUP))
                .hasMessage("fake has no device 2: this process sees 2 device(s)");
    }

    @Test
    void takesTheFirstRuntimeThatWorksOrQuotesEachRefusal() {
        FakeDeviceRuntime absent = FakeDeviceRuntime.refusing("libfake.so is not there");
        assertThat(Device.available(List.of(absent, runtime))).isSameAs(runtime);
        assertThatThrownBy(() -> Device.available(List.of(absent, absent)))
                .isInstanceOf(AllGatherException.class)
                .hasMessageContaining("fake: libfake.so is not there; fake: libfake.so is not there");
        assertThatThrownBy(() -> Device.open(0))
                .isInstanceOf(AllGatherException.class)
                .hasMessageContaining("add zerogather-gpu-runtime");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4095, (1 << 20) + 1, (3 << 20) + 7})
    void copiesBetweenJavaAndTheDevice(int bytes) {
        byte[] contents = new byte[bytes];
        new Random(bytes).nextBytes(contents);
        try (DeviceMemory memory = device.allocate(bytes + 5L)) {
            ByteBuffer direct = ByteBuffer.allocateDirect(bytes).put(contents).flip();
            memory.write(5, direct);
            assertThat(direct.hasRemaining()).isFalse();
            byte[] heap = new byte[bytes + 3];
            memory.read(5, ByteBuffer.wrap(heap, 3, bytes));
            assertThat(ByteBuffer.wrap(heap, 3, bytes)).isEqualTo(ByteBuffer.wrap(contents));

            memory.write(0, ByteBuffer.wrap(heap, 3, bytes).asReadOnlyBuffer());
            ByteBuffer read = ByteBuffer.allocateDirect(bytes);
            memory.read(0, read);
            assertThat(read.flip()).isEqualTo(ByteBuffer.wrap(contents));
        }
        assertThat(runtime.openMemory()).isZero();
    }

    @Test
    void refusesCopiesOutsideTheMemoryAndAfterItsEnd() {
        DeviceMemory memory = device.allocate(10);
        assertThatThrownBy(() -> memory.write(8, ByteBuffer.allocate(3))).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> memory.read(-1, ByteBuffer.allocate(1))).isInstanceOf(IndexOutOfBoundsException.class);
        memory.close();
        memory.close();
        assertThatThrownBy(() -> memory.write(0, ByteBuffer.allocate(3))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> device.allocate(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void holdsMemoryWhileAGatherUsesIt() {
        DeviceMemory memory = device.allocate(10);
        DeviceBuffer part = memory.buffer().slice(2, 3);
        assertThat(part.memory()).contains(MemoryType.DEVICE);
        assertThat(part.acquire()).isTrue();
        assertThatThrownBy(memory::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("in use");
        part.release();
        memory.close();
        assertThat(part.acquire()).isFalse();
    }

    @Test
    void eventsMarkStreamsAndKeepTheTime() throws InterruptedException {
        try (DeviceStream stream = device.openStream();
                DeviceGate gate = device.openGate();
                DeviceEvent before = device.openEvent();
                DeviceEvent after = device.openEvent();
                DeviceEvent untimed = device.openEvent(false)) {
            assertThat(before.isReached()).isTrue();
            stream.record(before);
            stream.holdUntil(gate);
            stream.record(after);
            assertThat(before.await(RankThreads.LIMIT)).isTrue();
            assertThat(after.await(Duration.ofMillis(3))).isFalse();
            gate.open();
            assertThat(after.await(RankThreads.LIMIT)).isTrue();
            assertThat(after.elapsedNanosSince(before)).isPositive();
            assertThatThrownBy(() -> after.elapsedNanosSince(untimed)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(runtime.openEvents()).isZero();
        assertThat(runtime.openStreams()).isZero();
    }

    @Test
    void eventsAndGatesOrderStreams() throws InterruptedException {
        DeviceGate gate = device.openGate();
        DeviceEvent event = device.openEvent(false);
        try (DeviceStream first = device.openStream();
                DeviceStream second = Device.of(runtime, 0).openStream()) {
            first.holdUntil(gate);
            first.record(event);
            second.waitFor(event);
            assertThat(second.drain(Duration.ofMillis(3))).isFalse();
            assertThat(gate.isOpen()).isFalse();
            gate.close();
            assertThat(gate.isOpen()).isTrue();
            assertThat(second.drain(RankThreads.LIMIT)).isTrue();
            assertThatThrownBy(() -> first.holdUntil(gate)).isInstanceOf(IllegalStateException.class);
            event.close();
            assertThatThrownBy(event::isReached).isInstanceOf(IllegalStateException.class);
        }
    }
}
