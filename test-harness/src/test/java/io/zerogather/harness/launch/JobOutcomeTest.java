package io.zerogather.harness.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class JobOutcomeTest {
    private static final RankExit GOOD = new RankExit(0, ExitStatus.OK, true);
    private static final RankExit FAILED = new RankExit(1, ExitStatus.FAILED, true);
    private static final RankExit BROKEN = new RankExit(2, ExitStatus.BROKEN, true);
    private static final RankExit KILLED = new RankExit(3, 137, false);

    @Test
    void isTheWorstOfItsRanks() {
        assertThat(outcome(GOOD).status()).isEqualTo(ExitStatus.OK);
        assertThat(outcome(GOOD, FAILED).status()).isEqualTo(ExitStatus.FAILED);
        assertThat(outcome(GOOD, FAILED, BROKEN).status()).isEqualTo(ExitStatus.BROKEN);
        assertThat(outcome(GOOD, KILLED).status()).isEqualTo(ExitStatus.BROKEN);
        assertThat(new JobOutcome(List.of(GOOD), List.of(1), true).status()).isEqualTo(ExitStatus.BROKEN);
        assertThat(outcome().status()).isEqualTo(ExitStatus.BROKEN);
    }

    @Test
    void blamesACrashBeforeThoseWhoNoticedIt() {
        assertThat(outcome(BROKEN, KILLED, GOOD).cause()).contains(KILLED);
        assertThat(outcome(FAILED, BROKEN).cause()).contains(BROKEN);
        assertThat(outcome(FAILED, GOOD).cause()).isEmpty();
    }

    @Test
    void takesAnEndWithoutAWordForACrash() {
        RankExit silent = new RankExit(1, 0, false);

        assertThat(outcome(silent).cause()).contains(silent);
        assertThat(silent.describe()).isEqualTo("ended with exit code 0 before it had finished");
        assertThat(KILLED.describe()).isEqualTo("was ended by SIGKILL (exit code 137)");
        assertThat(new RankExit(0, 128 + 31, false).describe()).isEqualTo("was ended by signal 31 (exit code 159)");
        assertThat(BROKEN.describe()).isEqualTo("failed with exit code 3");
    }

    private static JobOutcome outcome(RankExit... exits) {
        return new JobOutcome(List.of(exits), List.of(), false);
    }
}
