package io.zerogather.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DoctorWatchTest {
    @Test
    void saysWhatDoesNotComeBack() throws Exception {
        CompletableFuture<String> end = new CompletableFuture<>();
        DoctorWatch watch = new DoctorWatch(Duration.ofMillis(20), end::complete);

        watch.step("the probe of engine host");
        watch.start();

        assertThat(end.get(30, TimeUnit.SECONDS))
                .startsWith("no report after 0 s")
                .contains("the probe of engine host does not come back");
    }
}
