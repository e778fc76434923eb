package io.zerogather.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessStateTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "12 (java) T 1 12      | true",
                "12 (a ) T b) S 1 12   | false",
                "12 (a ) S b) T 1 12   | true",
                "12 (java) t 1 12      | false",
                "12 (java)             | false",
                "''                    | false"
            })
    void readsTheStateBehindTheName(String stat, boolean stopped) {
        assertThat(ProcessState.isStopped(stat)).isEqualTo(stopped);
    }

    @Test
    void takesAProcessThatIsGoneForNotStopped() {
        assertThat(ProcessState.isStopped(Long.MAX_VALUE)).isFalse();
        assertThat(ProcessState.isStopped(ProcessHandle.current().pid())).isFalse();
    }
}
