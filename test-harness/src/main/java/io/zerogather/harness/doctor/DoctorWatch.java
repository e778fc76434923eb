package io.zerogather.harness.doctor;

import io.zerogather.harness.launch.ExitStatus;
import io.zerogather.harness.report.ErrorLine;
import java.time.Duration;

/** Ends the command where a driver or a library never comes back, saying which one was being asked. */
final class DoctorWatch {
    /** What looking at everything may take besides meeting the other ranks. */
    private static final Duration PROBES = Duration.ofSeconds(60);

    private final Duration patience;
    private volatile String step = "starting";

    private DoctorWatch(Duration patience) {
        this.patience = patience;
    }

    /**
     * Starts to watch.
     *
     * @param opening how long the ranks may take to meet
     */
    static DoctorWatch start(Duration opening) {
        DoctorWatch watch = new DoctorWatch(opening.plus(PROBES));
        Thread thread = new Thread(watch::run, "zerogather-doctor-watch");
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    /** What is done from now on. */
    void step(String words) {
        step = words;
    }

    private void run() {
        try {
            Thread.sleep(patience.toMillis());
        } catch (InterruptedException e) {
            return; // nobody interrupts it but the end of the process
        }
        ErrorLine.print("no report after " + patience.toSeconds() + " s (DS_SDMA_ALLGATHER_OPEN_TIMEOUT and "
                + PROBES.toSeconds() + " more): " + step
                + " does not come back; the driver or the file behind it may hang");
        Runtime.getRuntime().halt(ExitStatus.BROKEN);
    }
}
