package io.zerogather.rendezvous;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A call on a thread of its own, as another rank would make it. */
final class Background<T> {

    static final Duration LIMIT = Duration.ofSeconds(30);

    private final FutureTask<T> task;
    private final Thread thread;

    private Background(Callable<T> body) {
        task = new FutureTask<>(body);
        thread = new Thread(task, "test-background");
        thread.setDaemon(true);
    }

    static <T> Background<T> start(Callable<T> body) {
        Background<T> background = new Background<>(body);
        background.thread.start();
        return background;
    }

    /** Returns once the call waits for something. */
    Background<T> untilWaiting() {
        await().atMost(LIMIT)
                .until(() -> thread.getState() == Thread.State.WAITING
                        || thread.getState() == Thread.State.TIMED_WAITING
                        || task.isDone());
        return this;
    }

    void interrupt() {
        thread.interrupt();
    }

    /** The call's result, or its exception as the cause of one. */
    T result() throws Exception {
        return task.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
}
