package io.zerogather.harness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machine that figures were measured on.
 *
 * @param processor the model that the kernel names
 * @param cores processors that this process may use
 * @param memoryBytes all memory of the machine, or 0 if unknown
 * @param system operating system, version and architecture
 */
public record MachineFacts(String processor, int cores, long memoryBytes, String system) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final Path MEMORY_INFO = Path.of("/proc/meminfo");
    private static final Pattern MODEL = Pattern.compile("model name\\s*:\\s*(.*)");
    private static final Pattern TOTAL = Pattern.compile("MemTotal:\\s*(\\d+) kB");
    private static final long KIB = 1024;

    /**
     * This machine.
     *
     * @return what the kernel says now
     */
    public static MachineFacts current() {
        String unknown = "unknown";
        return new MachineFacts(
                first(CPU_INFO, MODEL, unknown),
                Runtime.getRuntime().availableProcessors(),
                Long.parseLong(first(MEMORY_INFO, TOTAL, "0")) * KIB,
                System.getProperty("os.name", unknown) + " " + System.getProperty("os.version", unknown) + " "
                        + System.getProperty("os.arch", unknown));
    }

    private static String first(Path file, Pattern pattern, String otherwise) {
        try {
            return first(Files.readAllLines(file), pattern, otherwise);
        } catch (IOException e) {
            return otherwise; // no such file on this system
        }
    }

    private static String first(List<String> lines, Pattern pattern, String otherwise) {
        for (String line : lines) {
            Matcher matcher = pattern.matcher(line);
            if (matcher.matches()) {
                return matcher.group(1).strip();
            }
        }
        return otherwise;
    }
}
