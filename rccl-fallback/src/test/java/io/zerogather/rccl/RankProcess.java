package io.zerogather.rccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zerogather.tck.RankThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** A {@link RankMain} in a process of its own. Closing it kills it. */
public final class RankProcess implements AutoCloseable {
    private final int rank;
    private final Process process;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Thread reader;

    private RankProcess(int rank, Process process) {
        this.rank = rank;
        this.process = process;
        this.reader = new Thread(this::read, "output of rank " + rank);
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts all ranks of a job over Gloo, which meet in a folder. */
    static List<RankProcess> startAll(int size, Path folder, String... arguments) throws IOException {
        return startAll(RankMain.class, size, folder, rank -> Map.of(), arguments);
    }

    /** Starts all ranks of a job, which meet in a folder; each gets an environment of its own besides. */
    public static List<RankProcess> startAll(
            Class<?> program, int size, Path folder, IntFunction<Map<String, String>> environment, String... arguments)
            throws IOException {
        List<RankProcess> ranks = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            Map<String, String> variables = new HashMap<>(job(rank, size, folder));
            variables.putAll(environment.apply(rank));
            ranks.add(new RankProcess(rank, start(program, variables, arguments)));
        }
        return ranks;
    }

    private static Map<String, String> job(int rank, int size, Path folder) {
        return Map.of(
                "RANK",
                String.valueOf(rank),
                "LOCAL_RANK",
                String.valueOf(rank),
                "WORLD_SIZE",
                String.valueOf(size),
                "MASTER_ADDR",
                "127.0.0.1",
                "MASTER_PORT",
                "1",
                "DS_SDMA_ALLGATHER_RENDEZVOUS",
                "file:" + folder);
    }

    private static Process start(Class<?> program, Map<String, String> variables, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(variables);
        return builder.start();
    }

    private void read() {
        try (InputStream output = process.getInputStream();
                BufferedReader in = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the rank has said a line that begins so. */
    public String awaitLine(String beginning) {
        return await("rank " + rank + " says '" + beginning + "'")
                .failFast(() -> {
                    assertThat(reader.isAlive() || !find(beginning).isEmpty())
                            .as("it said %s", lines)
                            .isTrue();
                })
                .atMost(RankThreads.LIMIT)
                .until(() -> find(beginning), found -> !found.isEmpty());
    }

    private String find(String beginning) {
        return lines.stream()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElse("");
    }

    /** Lets a stepping rank make its next gather. */
    public void step() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /** Kills it with SIGKILL and waits until it is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(RankThreads.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    /** Waits for its end. */
    public int exitStatus() throws InterruptedException {
        assertThat(process.waitFor(RankThreads.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as("rank %d ended; it said %s", rank, lines)
                .isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
