package io.zerogather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.AllGatherException.Category;
import io.zerogather.tck.ForeignStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HostStreamTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final HostStream stream = HostStream.open("test", true);

    @AfterEach
    void close() {
        stream.close();
    }

    @Test
    void runsOperationsInOrder() throws Exception {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 10 * HostStream.CAPACITY; i++) {
            int number = i;
            assertThat(stream.run(() -> order.add(number))).isNotNull();
        }
        assertThat(stream.drain(LONG)).isTrue();
        assertThat(order).hasSize(10 * HostStream.CAPACITY).isSorted();
    }

    @Test
    void runsWhatItsOwnWorkerQueuesAtOnce() throws Exception {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        Work outer = stream.run(() -> {
            order.add("before");
            assertThat(stream.run(() -> order.add("inner")).isCompleted()).isTrue();
            order.add("after");
        });
        assertThat(outer.await(LONG)).isTrue();
        assertThat(order).containsExactly("before", "inner", "after");
    }

    @Test
    void keepsAFailureToTheOperationThatFailed() throws Exception {
        Work failed = stream.run(() -> {
            throw new IllegalArgumentException("bad shape");
        });
        Work next = stream.run(() -> {});

        assertThat(next.await(LONG)).isTrue();
        assertThatThrownBy(failed::await)
                .isInstanceOfSatisfying(
                        AllGatherException.class, e -> assertThat(e.category()).isEqualTo(Category.FATAL))
                .hasMessageContaining("bad shape");
        assertThatThrownBy(failed::isCompleted).isInstanceOf(AllGatherException.class);
        assertThatThrownBy(() -> failed.await(Duration.ZERO)).isInstanceOf(AllGatherException.class);
        assertThatThrownBy(() -> failed.waitOn(stream)).isInstanceOf(AllGatherException.class);
    }

    @Test
    void outlivesWhateverAnOperationThrows() throws Exception {
        Work checked = stream.run(() -> HostStreamTest.<RuntimeException>sneak(new IOException("undeclared")));
        Work mute = stream.run(() -> {
            throw new MuteException();
        });
        Work next = stream.run(() -> {});

        assertThat(next.await(LONG)).isTrue();
        assertThatThrownBy(checked::await).hasMessageContaining("undeclared");
        assertThatThrownBy(mute::await).hasMessageContaining("MuteException");
    }

    @Test
    void aFullStreamBoundsDrainAndTryRun() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        try {
            for (int i = 0; i < HostStream.CAPACITY; i++) {
                Work unused = stream.run(() -> awaitUninterruptibly(released));
            }
            assertThat(stream.drain(Duration.ofMillis(20))).isFalse();
            assertThat(stream.tryRun(() -> {}, Duration.ofMillis(20))).isEmpty();
        } finally {
            released.countDown();
        }
        assertThat(stream.drain(LONG)).isTrue();
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable failure) throws E {
        throw (E) failure;
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            assertThat(latch.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Cannot even say what it is. */
    private static final class MuteException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no words");
        }
    }

    @Test
    void refusesToWaitForWhatItsOwnWorkerHasStillToRun() throws Exception {
        CountDownLatch queued = new CountDownLatch(1);
        List<Work> later = new ArrayList<>();
        Work first = stream.run(() -> {
            try {
                assertThat(queued.await(30, TimeUnit.SECONDS)).isTrue();
                later.get(0).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        later.add(stream.run(() -> {}));
        queued.countDown();

        assertThatThrownBy(() -> first.await(LONG)).hasMessageContaining("would never end");
        assertThat(later.get(0).await(LONG)).isTrue();
    }

    @Test
    void letsAWaitRunOutOfTimeAndBeInterrupted() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        Work blocked = stream.run(() -> {
            try {
                assertThat(release.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        assertThat(blocked.await(Duration.ZERO)).isFalse();
        assertThat(blocked.await(Duration.ofMillis(5))).isFalse();
        assertThatThrownBy(() -> blocked.await(Duration.ofMillis(-1))).isInstanceOf(IllegalArgumentException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(blocked::await).isInstanceOf(InterruptedException.class);
        release.countDown();
        assertThat(blocked.await(Duration.ofSeconds(Long.MAX_VALUE))).isTrue();
    }

    @Test
    void ordersAnotherStreamBehindAnOperation() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        try (HostStream other = HostStream.open("other", false)) {
            Work first = stream.run(() -> {
                try {
                    assertThat(release.await(30, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                order.add("first");
            });
            first.waitOn(other);
            Work second = other.run(() -> order.add("second"));
            assertThat(second.isCompleted()).isFalse();
            release.countDown();
            assertThat(second.await(LONG)).isTrue();
        }
        assertThat(order).containsExactly("first", "second");
    }

    @Test
    void cannotOrderStreamsOfOtherDevices() {
        Work work = stream.run(() -> {});

        assertThatThrownBy(() -> work.waitOn(new ForeignStream(false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pass a HostStream");
    }

    @Test
    void runsWhatIsQueuedBeforeItCloses() throws Exception {
        List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 50; i++) {
            int number = i;
            assertThat(stream.run(() -> ran.add(number))).isNotNull();
        }
        assertThat(stream.close(LONG)).isTrue();
        assertThat(ran).hasSize(50);
        assertThatThrownBy(() -> stream.run(() -> {}))
                .isInstanceOfSatisfying(
                        AllGatherException.class, e -> assertThat(e.category()).isEqualTo(Category.CLOSED));
    }

    @Test
    void tellsAnOperationThatItIsRefused() throws Exception {
        assertThat(stream.close(LONG)).isTrue();
        List<String> told = new ArrayList<>();
        HostTask task = new HostTask(stream) {
            @Override
            protected void run() {
                told.add("ran");
            }

            @Override
            protected void refused() {
                told.add("refused");
            }
        };

        assertThatThrownBy(() -> stream.enqueue(task)).isInstanceOf(AllGatherException.class);
        assertThat(told).containsExactly("refused");
    }

    @Test
    void doesNotEndItselfFromItsWorker() throws Exception {
        List<Boolean> ended = new ArrayList<>();
        Work work = stream.run(() -> {
            try {
                ended.add(stream.close(LONG));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(work.await(LONG)).isTrue();
        assertThat(ended).containsExactly(false);
    }

    @Test
    void keepsOneOperationsInterruptFromTheNext() throws Exception {
        Work first = stream.run(() -> Thread.currentThread().interrupt());
        List<Boolean> interrupted = new ArrayList<>();
        Work second = stream.run(() -> interrupted.add(Thread.currentThread().isInterrupted()));

        assertThat(first.await(LONG)).isTrue();
        assertThat(second.await(LONG)).isTrue();
        assertThat(interrupted).containsExactly(false);
    }

    @Test
    void doesItsIdleTaskWhileNothingIsQueued() throws Exception {
        CountDownLatch idle = new CountDownLatch(1);
        stream.whenIdle(idle::countDown);

        assertThat(idle.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(stream.drain(LONG)).isTrue();
    }
}
