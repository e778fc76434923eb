package io.zerogather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.AllGatherException.Category;
import io.zerogather.tck.FakeDeviceRuntime;
import io.zerogather.tck.RankThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DeviceStreamTest {
    private final FakeDeviceRuntime runtime = FakeDeviceRuntime.of(1);
    private final Device device = Device.of(runtime, 0);

    @Test
    void runsActionsInItsOrder() throws InterruptedException {
        int actions = 200; // more than one page of words
        List<Integer> seen = new ArrayList<>();
        try (DeviceStream stream = device.openStream();
                DeviceGate gate = device.openGate()) {
            stream.holdUntil(gate);
            List<Work> works = new ArrayList<>();
            for (int i = 0; i < actions; i += 2) {
                int action = i;
                works.add(stream.run(() -> seen.add(action)));
                runtime.launch(0, stream.handle(), () -> seen.add(action + 1));
            }
            assertThat(works.get(0).isCompleted()).isFalse();
            assertThat(works.get(0).await(Duration.ofMillis(2))).isFalse();
            gate.open();
            works.get(works.size() - 1).await();
            assertThat(works).allMatch(Work::isCompleted);
            assertThat(stream.drain(RankThreads.LIMIT)).isTrue();
        }
        assertThat(seen).isEqualTo(IntStream.range(0, actions).boxed().toList());
        assertThat(runtime.openEvents()).isZero();
    }

    @Test
    void failsTheWorkOfAnActionThatThrowsAndGoesOn() throws InterruptedException {
        try (DeviceStream stream = device.openStream()) {
            Work failing = stream.run(() -> {
                throw new IllegalArgumentException("wrong");
            });
            Work next = stream.run(() -> {});
            next.await();
            assertThatThrownBy(failing::await)
                    .isInstanceOfSatisfying(
                            AllGatherException.class,
                            e -> assertThat(e.category()).isEqualTo(Category.FATAL))
                    .hasMessageContaining("device stream failed: java.lang.IllegalArgumentException: wrong");
            assertThatThrownBy(failing::isCompleted).isInstanceOf(AllGatherException.class);
            assertThatThrownBy(() -> failing.waitOn(stream)).isInstanceOf(AllGatherException.class);
        }
    }

    @Test
    void actionsOrderOtherStreams() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        List<String> seen = new ArrayList<>();
        try (DeviceStream stream = device.openStream();
                DeviceStream other = device.openStream();
                HostStream host = HostStream.open("host", true)) {
            Work action = stream.run(() -> {
                awaitQuietly(release);
                seen.add("action");
            });
            action.waitOn(stream);
            action.waitOn(other);
            runtime.launch(0, other.handle(), () -> seen.add("other"));
            assertThatThrownBy(() -> action.waitOn(host))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("pass a DeviceStream of fake");
            release.countDown();
            assertThat(other.drain(RankThreads.LIMIT)).isTrue();
            action.waitOn(other);
        }
        assertThat(seen).containsExactly("action", "other");
    }

    @Test
    void cannotBeClosedWhileAnActionIsInFlight() throws InterruptedException {
        DeviceStream stream = device.openStream();
        DeviceGate gate = device.openGate();
        stream.holdUntil(gate);
        Work action = stream.run(() -> {});
        assertThatThrownBy(stream::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("in use");
        gate.close();
        action.await();
        stream.close();
        stream.close();
        assertThat(stream.acquire()).isFalse();
        assertThatThrownBy(() -> stream.run(() -> {}))
                .isInstanceOfSatisfying(
                        AllGatherException.class, e -> assertThat(e.category()).isEqualTo(Category.CLOSED));
    }

    @Test
    void leavesStreamsOfOthersOpen() throws InterruptedException {
        long handle = runtime.openStream(0);
        DeviceStream view = device.stream(handle);
        view.close();
        assertThat(runtime.openStreams()).isEqualTo(1);
        view.run(() -> {}).await();
        runtime.closeStream(0, handle);
        assertThat(device.stream(0).drain(RankThreads.LIMIT)).isTrue();
    }

    @Test
    void saysWhyActionsCannotRun() {
        try (DeviceStream stream = device.openStream()) {
            runtime.capture(stream.handle(), true);
            assertThat(stream.isCapturing()).isTrue();
            assertThatThrownBy(() -> stream.run(() -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("graph");
            runtime.capture(stream.handle(), false);
            Work nested = stream.run(() -> awaitForEver(stream.run(() -> {})));
            assertThatThrownBy(nested::await)
                    .isInstanceOf(AllGatherException.class)
                    .hasMessageContaining("would never end");
            assertDrained(stream);
            runtime.breakDown("device lost");
            assertThatThrownBy(() -> stream.run(() -> {}).await())
                    .isInstanceOf(AllGatherException.class)
                    .hasMessageContaining("device lost");
            assertDrained(stream);
        }
    }

    private static void assertDrained(DeviceStream stream) {
        Awaitility.await().until(() -> stream.drain(Duration.ofSeconds(1)));
    }

    private static void awaitForEver(Work work) {
        try {
            work.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
