package io.zerogather.harness.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuShareTest {
    @Test
    void isWhatNeitherTheRanksNorIdlenessExplains() {
        CpuShare before = new CpuShare(100, 5, 50);
        CpuShare after = new CpuShare(106, 7, 54);

        assertThat(after.othersSince(before, 4)).isEqualTo(0.2);
        assertThat(after.othersSince(before, 7)).isZero(); // coarse clocks may see more than there is
    }

    @Test
    void readsThisMachine() {
        CpuShare now = CpuShare.now();

        assertThat(now.ownSeconds()).isPositive();
        assertThat(now.machineSeconds()).isGreaterThanOrEqualTo(now.ownSeconds() / 2);
    }
}
