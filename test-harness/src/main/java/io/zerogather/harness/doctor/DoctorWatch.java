package io.zerogather.harness.doctor;

import java.time.Duration;
import java.util.function.Consumer;

/** Ends the command where a driver or a library never comes back, saying which one was being asked. */
final class DoctorWatch {
    /** What looking at everything may take besides meeting the other ranks. */
    private static final Duration PROBES = Duration.ofSeconds(60);

    private final Duration patience;
    private final Consumer<String> end;
    private volatile String step = "starting";

    /**
     * A watch that does not run yet.
     *
     * @param patience how long the whole report may take
     * @param end gets the complaint
     */
    DoctorWatch(Duration patience, Consumer<String> end) {
        this.patience = patience;
        this.end = end;
    }

    /** How long the report of ranks may take that have some time to meet. */
    static Duration patience(Duration opening) {
        return opening.plus(PROBES);
    }

    void start() {
        Thread thread = new Thread(this::run, "zerogather-doctor-watch");
        thread.setDaemon(true);
        thread.start();
    }

    /** What is done from now on. */
    void step(String words) {
        step = words;
    }

    private void run() {
        try {
            Thread.sleep(patience.toMillis());
        } catch (InterruptedException e) {
            return; // only the end of the process interrupts it
        }
        end.accept("no report after " + patience.toSeconds() + " s: " + step
                + " does not come back; the driver or the file behind it may hang");
    }
}
