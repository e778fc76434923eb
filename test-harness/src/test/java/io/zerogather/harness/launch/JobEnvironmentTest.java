package io.zerogather.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobEnvironmentTest {
    @Test
    void describesEachRankAsTorchrunDoes() {
        JobEnvironment job = new JobEnvironment(4, 29_500, "secret", List.of());

        assertThat(job.of(2))
                .containsEntry("RANK", "2")
                .containsEntry("WORLD_SIZE", "4")
                .containsEntry("LOCAL_RANK", "2")
                .containsEntry("LOCAL_WORLD_SIZE", "4")
                .containsEntry("MASTER_ADDR", "127.0.0.1")
                .containsEntry("MASTER_PORT", "29500")
                .containsEntry("DS_SDMA_ALLGATHER_JOB_TOKEN", "secret");
    }

    @Test
    void changesOneRankAlone() {
        JobEnvironment job = new JobEnvironment(
                2, 1, "t", List.of(new RankOverride(1, "MASTER_PORT", "2"), new RankOverride(1, "OTHER", "x")));

        assertThat(job.of(0)).containsEntry("MASTER_PORT", "1").doesNotContainKey("OTHER");
        assertThat(job.of(1)).containsEntry("MASTER_PORT", "2").containsEntry("OTHER", "x");
    }

    @Test
    void makesTokensThatNobodyGuesses() {
        assertThat(JobEnvironment.randomToken()).hasSize(32).isNotEqualTo(JobEnvironment.randomToken());
    }

    @Test
    void findsAPortThatCanBeListenedOn() throws IOException {
        int port = JobEnvironment.freePort();

        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(socket.getLocalPort()).isEqualTo(port);
        }
    }
}
