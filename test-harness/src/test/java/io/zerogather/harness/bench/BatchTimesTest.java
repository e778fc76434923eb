package io.zerogather.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTimesTest {
    @Test
    void findsTheBestAndTheMiddle() {
        assertThat(new BatchTimes(1, List.of(5.0, 1.0, 9.0)).bestNanos()).isEqualTo(1);
        assertThat(new BatchTimes(1, List.of(5.0, 1.0, 9.0)).medianNanos()).isEqualTo(5);
        assertThat(new BatchTimes(1, List.of(4.0, 8.0, 1.0, 9.0)).medianNanos()).isEqualTo(6);
    }

    @Test
    void ratesAreThoseOfNcclTests() {
        Bandwidth rates = Bandwidth.of(4_000_000_000L, 4, 1e9);

        assertThat(rates.algorithm()).isEqualTo(4);
        assertThat(rates.bus()).isEqualTo(3);
        assertThat(rates.copied()).isEqualTo(16);
    }
}
