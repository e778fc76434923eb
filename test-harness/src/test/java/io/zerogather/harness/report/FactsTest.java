package io.zerogather.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FactsTest {
    @Test
    void knowsTheMachine() {
        MachineFacts machine = MachineFacts.current();

        assertThat(machine.processor()).isNotBlank();
        assertThat(machine.cores()).isPositive();
        assertThat(machine.memoryBytes()).isGreaterThan(1L << 20);
        assertThat(machine.system()).startsWith(System.getProperty("os.name"));
    }

    @Test
    void knowsTheBuild() {
        BuildFacts build = BuildFacts.current();

        assertThat(build.version()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(build.java()).contains("VM");
    }
}
