package io.zerogather.jni;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How a group ends from outside; its gathers are tested with the backend. */
class NativeBridgeTest {
    private static final long[] COOKIE = {21, -22};
    private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int INT32 = 4;

    @Test
    void poisonWakesAGatherThatWaitsForItsPeer() throws Exception {
        NativeBridge.load();
        long[] handle = new long[4];
        long zero = NativeBridge.create(2, COOKIE, TIMEOUT_NANOS, handle);
        long one = NativeBridge.attach(1, 2, COOKIE, TIMEOUT_NANOS, handle);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<String> failure = thread.submit(() -> {
                assertThat(NativeBridge.gather(zero, 1, 0, 0, 0, INT32, 4, false))
                        .isEqualTo(NativeBridge.POISONED);
                return NativeBridge.lastError();
            });
            assertThat(NativeBridge.poison(one, "rank 1 gives up")).isTrue();
            assertThat(NativeBridge.poison(zero, "later")).isFalse();
            assertThat(failure.get(1, TimeUnit.MINUTES)).isEqualTo("rank 1 gives up");
        } finally {
            thread.shutdown();
            assertThat(thread.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
            NativeBridge.destroy(one);
            NativeBridge.destroy(zero);
        }
    }
}
