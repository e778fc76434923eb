package io.zerogather.harness.launch;

import java.io.IOException;

/**
 * A rank's end of the connection to the launcher that started it. Where no launcher is, as under torchrun, everything
 * here does nothing.
 */
public final class LauncherLink {
    /** Set to {@code true} in the processes that a launcher starts. */
    static final String LAUNCHED_PROPERTY = "zerogather.launched";

    private LauncherLink() {}

    /**
     * Whether a launcher started this process as a rank.
     *
     * @return true in a rank that a launcher started
     */
    public static boolean isLaunched() {
        return Boolean.getBoolean(LAUNCHED_PROPERTY);
    }

    /**
     * Ends this process as soon as its launcher is gone, however that died: the launcher holds the other end of this
     * process's standard input, and the kernel closes it.
     */
    static void dieWithLauncher() {
        Thread watch = new Thread(LauncherLink::awaitEndOfInput, "zerogather-launcher-watch");
        watch.setDaemon(true);
        watch.start();
    }

    /**
     * Shows how far the job is.
     *
     * @param done steps done
     * @param total all steps
     * @param label what is done now
     */
    public static void progress(long done, long total, String label) {
        send(ControlLine.progress(done, total, label));
    }

    /** Says that this rank ends because it has finished; without it the launcher takes the end for a crash. */
    public static void finished() {
        send(ControlLine.finished());
    }

    private static void send(ControlLine line) {
        if (isLaunched()) {
            System.out.flush();
            System.err.println(line.encode());
        }
    }

    private static void awaitEndOfInput() {
        try {
            int read;
            do {
                read = System.in.read();
            } while (read >= 0);
        } catch (IOException e) {
            // As good as the end: nobody is there to write.
        }
        // No shutdown hooks: they could wait for peers that die at the same moment.
        Runtime.getRuntime().halt(ExitStatus.BROKEN);
    }
}
