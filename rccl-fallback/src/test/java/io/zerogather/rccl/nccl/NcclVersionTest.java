package io.zerogather.rccl.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both schemes of version codes, and what a version decides. */
class NcclVersionTest {
    @ParameterizedTest
    @CsvSource({"2408, 2.4.8", "2804, 2.8.4", "20906, 2.9.6", "21805, 2.18.5", "22809, 2.28.9", "23007, 2.30.7"})
    void aCodeIsAVersion(int code, String text) {
        assertThat(NcclVersion.of(code)).hasToString(text);
    }

    @Test
    void versionsOfBothSchemesCompare() {
        assertThat(NcclVersion.of(2804).isBefore(NcclVersion.of(20906))).isTrue();
        assertThat(NcclVersion.of(21703).isBefore(NcclVersion.OLDEST)).isTrue();
        assertThat(NcclVersion.of(21801).isBefore(NcclVersion.OLDEST)).isFalse();
    }

    @Test
    void eightIsATimeoutInLaterVersionsOnly() {
        assertThat(NcclResult.name(NcclResult.TIMEOUT, NcclVersion.of(23003))).isEqualTo("ncclTimeout");
        assertThat(NcclResult.name(NcclResult.TIMEOUT, NcclVersion.of(22809))).isEqualTo("unknown result");
        assertThat(NcclResult.name(NcclResult.REMOTE_ERROR, NcclVersion.of(22809)))
                .isEqualTo("ncclRemoteError");
    }
}
