package io.zerogather.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.harness.rank.Tally;
import io.zerogather.rendezvous.InProcessRendezvous;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VerdictTest {
    @Test
    void keepsTheWorst() {
        assertThat(Verdict.PASSED.and(Verdict.FAILED)).isEqualTo(Verdict.FAILED);
        assertThat(Verdict.STOPPED.and(Verdict.PASSED)).isEqualTo(Verdict.STOPPED);
        assertThat(Verdict.PASSED.and(Verdict.PASSED)).isEqualTo(Verdict.PASSED);
    }

    @Test
    void isTheWorstOfAllRanksOnEveryRank() {
        List<Tally> tallies = InProcessRendezvous.create(2).stream()
                .map(store -> Tally.of(store, Duration.ofSeconds(30)))
                .toList();
        for (Verdict other : Verdict.values()) {
            CompletableFuture<Verdict> second = CompletableFuture.supplyAsync(() -> other.settle(tallies.get(1)));

            assertThat(Verdict.PASSED.settle(tallies.get(0))).isEqualTo(other);
            assertThat(second.join()).isEqualTo(other);
        }
    }
}
