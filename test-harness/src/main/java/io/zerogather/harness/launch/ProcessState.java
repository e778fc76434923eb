package io.zerogather.harness.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel says a process of this host is doing. */
public final class ProcessState {
    private static final char STOPPED = 'T';

    private ProcessState() {}

    /**
     * Whether a process was stopped by a signal, such as SIGSTOP or a terminal's; not whether a debugger holds it.
     *
     * @param pid process number, as this process's namespace has it
     * @return false if it runs, is gone, or cannot be looked at
     */
    public static boolean isStopped(long pid) {
        try {
            Path stat = Path.of("/proc", Long.toString(pid), "stat");
            return isStopped(new String(Files.readAllBytes(stat), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return false; // it is gone
        }
    }

    /** Reads the line of {@code /proc/PID/stat}: the state follows the name, which may have anything in it. */
    static boolean isStopped(String stat) {
        int state = stat.lastIndexOf(')') + 2;
        return state < stat.length() && stat.charAt(state) == STOPPED;
    }

    /**
     * Says that a rank is stopped, and what helps.
     *
     * @param rank the rank
     * @param pid its process
     * @return a clause without an end
     */
    public static String describeStopped(int rank, long pid) {
        return "rank " + rank + " (process " + pid + ") is stopped by a signal, 'kill -CONT " + pid + "' lets it go on";
    }
}
