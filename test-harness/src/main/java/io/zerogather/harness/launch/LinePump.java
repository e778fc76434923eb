package io.zerogather.harness.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/** Hands every line of one output stream of a rank to a sink, on a thread of its own, until the stream ends. */
final class LinePump {
    private final Thread thread;

    private LinePump(Thread thread) {
        this.thread = thread;
    }

    static LinePump start(String name, InputStream stream, Consumer<String> sink) {
        Thread thread = new Thread(() -> drain(stream, sink), name);
        thread.setDaemon(true);
        thread.start();
        return new LinePump(thread);
    }

    /**
     * Waits until the stream has ended. It normally has once the process is dead, but a grandchild may hold it open.
     *
     * @param patience the longest wait
     * @throws InterruptedException if the calling thread is interrupted
     */
    void join(Duration patience) throws InterruptedException {
        thread.join(patience.toMillis());
    }

    private static void drain(InputStream stream, Consumer<String> sink) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                sink.accept(line);
            }
        } catch (IOException e) {
            // The process was ended while it wrote; what came before is already delivered.
        }
    }
}
