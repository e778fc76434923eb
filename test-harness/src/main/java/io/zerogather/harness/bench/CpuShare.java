package io.zerogather.harness.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/**
 * Processor time used so far, to tell how much of a measurement's time went to other processes: figures from a busy machine
 * say little.
 *
 * @param machineSeconds by everything on this machine, or NaN if unknown
 * @param ownSeconds by this process
 * @param idleSeconds by nobody
 */
record CpuShare(double machineSeconds, double ownSeconds, double idleSeconds) {
    private static final Path STAT = Path.of("/proc/stat");
    private static final double TICKS_PER_SECOND =
            100; // what Linux reports to programs, whatever the kernel's own rate
    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    private static final int LAST =
            7; // user, nice, system, idle, iowait, irq, softirq, steal; the rest is counted in these

    static CpuShare now() {
        double own = ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toNanos()
                / 1e9;
        try {
            double[] ticks = ticks(Files.readAllLines(STAT).get(0));
            double idle = ticks[IDLE] + ticks[IO_WAIT];
            double all = Arrays.stream(ticks).sum();
            return new CpuShare((all - idle) / TICKS_PER_SECOND, own, idle / TICKS_PER_SECOND);
        } catch (IOException e) {
            return new CpuShare(Double.NaN, own, Double.NaN); // another system
        }
    }

    /**
     * The part of the machine that other processes used.
     *
     * @param before an earlier reading
     * @param ownSecondsOfAllRanks what all ranks used since then
     * @return 0 to 1, or NaN if unknown
     */
    double othersSince(CpuShare before, double ownSecondsOfAllRanks) {
        double busy = machineSeconds - before.machineSeconds;
        double all = busy + idleSeconds - before.idleSeconds;
        return Math.max(0, busy - ownSecondsOfAllRanks) / all;
    }

    private static double[] ticks(String line) {
        return Arrays.stream(line.trim().split("\\s+"))
                .skip(1)
                .limit(LAST + 1)
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}
