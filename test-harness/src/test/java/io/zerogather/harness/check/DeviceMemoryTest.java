package io.zerogather.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.harness.fixture.CommandProcess;
import io.zerogather.harness.fixture.CommandProcess.Result;
import io.zerogather.harness.fixture.Fakes;
import io.zerogather.harness.launch.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands on the memory of GPUs, with the doubles of CUDA and NCCL in the place of both. */
@Tag("multi-process")
@Timeout(180)
class DeviceMemoryTest {
    private static final Map<String, String> GPU = Map.of(
            "DS_SDMA_ALLGATHER_GPU_LIBRARY",
            Fakes.cuda().toString(),
            "DS_SDMA_ALLGATHER_LIBRARY",
            Fakes.nccl().toString());

    @Test
    void everyCheckPassesOnDeviceMemory(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("test.jsonl");
        Result result = CommandProcess.run(
                GPU,
                "test",
                "--ranks",
                "3",
                "--partition-sz",
                "1000",
                "--iterations",
                "2",
                "--warmup",
                "1",
                "--json",
                json.toString());

        assertThat(result.status()).as(result.output() + result.errors()).isEqualTo(ExitStatus.OK);
        assertThat(result.output())
                .contains(
                        "backend       : NCCL",
                        "device        : cuda device 0 (Fake GPU",
                        "All correctness tests PASSED")
                .containsPattern("groups .*PASSED")
                .containsPattern("overlap .*PASSED");
        assertThat(Files.readAllLines(json).get(0))
                .contains("\"memory\":\"device\"", "library: " + Fakes.nccl().toRealPath(), "version: NCCL 2.28.9");
    }

    @Test
    void benchmarksAreTimedByTheDevice() {
        Result result = CommandProcess.run(
                GPU,
                "bench",
                "--ranks",
                "2",
                "--shard-bytes",
                "4K",
                "--batches",
                "2",
                "--batch-millis",
                "5",
                "--ceiling");

        assertThat(result.status()).as(result.output() + result.errors()).isEqualTo(ExitStatus.OK);
        assertThat(result.output())
                .contains(
                        "# version: NCCL 2.28.9",
                        "device memory, timed by the device",
                        "no ceiling is measured there",
                        "queued on rank 0 in");
    }

    @Test
    void oneRankGathersWithinItsDevice() {
        Result result = CommandProcess.run(
                CommandProcess.and(GPU, Map.of("DS_SDMA_ALLGATHER_FALLBACK", "nccl")),
                "test",
                "--ranks",
                "1",
                "--partition-sz",
                "1000",
                "--iterations",
                "1");

        assertThat(result.status()).as(result.output() + result.errors()).isEqualTo(ExitStatus.OK);
        assertThat(result.output()).contains("device        : cuda device 0 (Fake GPU", "All correctness tests PASSED");
    }

    @Test
    void aLibraryThatReturnsErrorsFailsTheTest() {
        Result result = CommandProcess.run(
                GPU,
                "test",
                "--ranks",
                "2",
                "--partition-sz",
                "1000",
                "--rank-env",
                "1:ZG_STUB_FAULT=enqueue@3:1:error=3");

        assertThat(result.status()).isNotEqualTo(ExitStatus.OK);
        assertThat(result.output() + result.errors()).contains("ncclInternalError");
    }
}
