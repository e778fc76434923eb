package io.zerogather.harness.doctor;

import static io.zerogather.harness.fixture.CommandProcess.and;
import static io.zerogather.harness.fixture.CommandProcess.optIn;
import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.harness.fixture.CommandProcess;
import io.zerogather.harness.fixture.CommandProcess.Result;
import io.zerogather.harness.fixture.Fakes;
import io.zerogather.harness.launch.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole command in processes of its own, on this machine and on the doubles of a GPU's libraries. */
@Tag("multi-process")
@Timeout(180)
class DoctorCommandTest {
    private static final Map<String, String> NO_GPU = Map.of("DS_SDMA_ALLGATHER_GPU_LIBRARY", "/nowhere/libcuda.so.1");

    @Test
    void isSatisfiedWhereTheFastPathWouldBeActive() {
        Result result = doctor(and(optIn(), NO_GPU), "--ranks", "2");

        assertThat(result.status()).isEqualTo(ExitStatus.OK);
        assertThat(result.output())
                .contains("active, engine host", "The fast path would be active.")
                .containsPattern("engine host +all ranks: could start");
    }

    @Test
    void saysWhyTheFastPathWouldNotBeActive() {
        Result result = doctor(NO_GPU, "--ranks", "2");

        assertThat(result.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(result.output())
                .contains("not active: no rank opted in", "/nowhere/libcuda.so.1", "The fast path would not be active.")
                .containsPattern("fallback nccl +all ranks: refused, no GPU runtime is available");
    }

    @Test
    void findsDevicesAndTheLibraryOfAGpu(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("doctor.jsonl");

        Result result = doctor(and(gpu(), optIn()), "--ranks", "2", "--json", json.toString());

        assertThat(result.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(result.output())
                .contains(
                        "Fake GPU (test double), 0000:1a:00.0",
                        Fakes.cuda().toString(),
                        Fakes.nccl().toString())
                .contains("reaches directly: 1 2 3")
                .containsPattern("fallback +nccl")
                .containsPattern("memory +device")
                .containsPattern("devices +rank 0 on 0000:1a:00.0, rank 1 on 0000:1b:00.0")
                .containsPattern("fallback nccl +all ranks: could start, NCCL 2.28");
        List<String> lines = Files.readAllLines(json);
        assertThat(lines).allMatch(line -> line.startsWith("{\"record\":") && line.endsWith("}"));
        assertThat(lines.get(0))
                .contains("\"record\":\"run\"", "\"ranks\":2", "\"fast_path\":false", "\"library\":\"nccl\"");
        assertThat(lines)
                .anyMatch(line ->
                        line.contains("\"subject\":\"fallback nccl\",\"topic\":\"version\",\"value\":\"NCCL 2.28.9\""))
                .anyMatch(line -> line.contains("\"record\":\"device\"")
                        && line.contains("\"bus_id\":\"0000:1a:00.0\"")
                        && line.contains("\"reaches\":[\"1\",\"2\",\"3\"]"))
                .anyMatch(line -> line.contains("\"record\":\"candidate\",\"rank\":1")
                        && line.contains("\"name\":\"nccl\"")
                        && line.contains("\"device\":\"0000:1b:00.0\""))
                .endsWith("{\"record\":\"end\",\"fast_path\":false}");
    }

    @Test
    void namesWhatEachRankLacks() {
        Result result = doctor(and(gpu(), Map.of("ZG_FAKE_DEVICES", "2")), "--ranks", "3");

        assertThat(result.output())
                .contains("rank 2: refused, this process sees 2 device(s) of cuda, local rank 2 needs its own");
    }

    @Test
    void quotesTheRefusalOfALibrary() {
        Result result = doctor(
                and(gpu(), Map.of("DS_SDMA_ALLGATHER_LIBRARY", Fakes.rccl().toString())));

        assertThat(result.status()).isEqualTo(ExitStatus.FAILED);
        assertThat(result.output()).containsPattern("fallback nccl +all ranks: refused, .*" + Fakes.rccl());
    }

    @Test
    void warnsOfVariablesThatWorry() {
        Result result =
                doctor(and(NO_GPU, Map.of("NCCL_P2P_DISABLE", "1", "NCCL_DEBUG", "WARN", "RCCL_FORCE_CE", "0")));

        assertThat(result.output())
                .containsPattern("! NCCL_P2P_DISABLE +1 .*every byte goes through the host")
                .containsPattern("  NCCL_DEBUG +WARN")
                .contains("RCCL_FORCE_CE");
    }

    @Test
    void asksAllRanksOfAJob(@TempDir Path folder) {
        try (CommandProcess second = CommandProcess.start(and(NO_GPU, rank(1, folder)), "doctor")) {
            Result first = doctor(and(and(optIn(), NO_GPU), rank(0, folder)));

            assertThat(first.status()).isEqualTo(ExitStatus.FAILED);
            assertThat(first.output())
                    .contains("Plan that the 2 ranks of this job agree on", "rank 1 did not opt in")
                    .containsPattern("engine host +rank 0: could start");
            Result other = second.await();
            assertThat(other.status()).isEqualTo(ExitStatus.FAILED);
            assertThat(other.output()).isEmpty();
        }
    }

    @Test
    void knowsThatOneRankHasNoFastPath() {
        Map<String, String> jobOfOne = Map.of("WORLD_SIZE", "1", "RANK", "0");

        for (Result result : List.of(
                doctor(and(optIn(), NO_GPU)),
                doctor(and(optIn(), NO_GPU), "--ranks", "1"),
                doctor(and(optIn(), and(NO_GPU, jobOfOne))))) {
            assertThat(result.output())
                    .contains("Plan for 1 rank here", "not active: the world has one rank", "--ranks N shows");
            assertThat(result.status()).isEqualTo(ExitStatus.FAILED);
        }
    }

    @Test
    void saysWhichFileItCannotWrite(@TempDir Path folder) {
        Path json = folder.resolve("missing").resolve("doctor.jsonl");

        Result result = doctor(and(optIn(), NO_GPU), "--json", json.toString());

        assertThat(result.status()).isEqualTo(ExitStatus.BROKEN);
        assertThat(result.output()).isEmpty();
        assertThat(result.errors())
                .isEqualTo("zerogather: the figures cannot be written to '" + json
                        + "': its folder does not exist; name another file with --json\n");
    }

    @Test
    void doesNotWaitForAReaderOfItsFile(@TempDir Path folder) throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        Result result = doctor(NO_GPU, "--json", pipe.toString());

        assertThat(result.status()).isEqualTo(ExitStatus.BROKEN);
        assertThat(result.errors()).contains(pipe.toString(), "a pipe needs a reader");
    }

    @Test
    void doesNotClaimAReportThatNobodyGot() {
        Result result = CommandProcess.runOnFullDevice(and(optIn(), NO_GPU), "doctor", "--ranks", "2");

        assertThat(result.status()).isEqualTo(ExitStatus.BROKEN);
        assertThat(result.errors()).startsWith("zerogather: the report could not be written to standard output");
    }

    @Test
    void keepsStrangeValuesFromTheTerminal(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("doctor.jsonl");
        Map<String, String> strange = Map.of(
                "NCCL_DEBUG",
                "\u001b[31mred\nline",
                "RANK",
                "\u0007",
                "DS_SDMA_ALLGATHER_LIBRARY",
                "x".repeat(100_000));

        Result result = doctor(and(NO_GPU, strange), "--json", json.toString());

        assertThat(result.output())
                .contains("\\u001b[31mred\\u000aline", "...(100000 characters)...")
                .doesNotContain("\u001b", "\u0007");
        assertThat(result.output().lines()).allMatch(line -> line.length() < 2_000);
        assertThat(Files.readAllLines(json))
                .allMatch(line -> line.startsWith("{\"record\":") && line.endsWith("}") && line.length() < 4_000)
                .anyMatch(line -> line.contains("\\\\u001b[31mred"));
    }

    @Test
    void refusesAWrongNumberOfRanks() {
        assertThat(doctor(NO_GPU, "--ranks", "1025").errors()).contains("--ranks is 1025: give 1 to 1024");
        assertThat(doctor(NO_GPU, "--ranks", "0").status()).isEqualTo(ExitStatus.USAGE);
        assertThat(doctor(Map.of("WORLD_SIZE", "2", "RANK", "0"), "--ranks", "2")
                        .status())
                .isEqualTo(ExitStatus.USAGE);
    }

    private static Map<String, String> gpu() {
        return Map.of(
                "DS_SDMA_ALLGATHER_GPU_LIBRARY",
                Fakes.cuda().toString(),
                "DS_SDMA_ALLGATHER_LIBRARY",
                Fakes.nccl().toString());
    }

    private static Map<String, String> rank(int rank, Path folder) {
        Map<String, String> variables = new HashMap<>();
        variables.put("RANK", String.valueOf(rank));
        variables.put("LOCAL_RANK", String.valueOf(rank));
        variables.put("WORLD_SIZE", "2");
        variables.put("MASTER_ADDR", "127.0.0.1");
        variables.put("MASTER_PORT", "1");
        variables.put("DS_SDMA_ALLGATHER_RENDEZVOUS", "file:" + folder);
        return variables;
    }

    private static Result doctor(Map<String, String> environment, String... options) {
        String[] arguments = new String[options.length + 1];
        arguments[0] = "doctor";
        System.arraycopy(options, 0, arguments, 1, options.length);
        return CommandProcess.run(environment, arguments);
    }
}
