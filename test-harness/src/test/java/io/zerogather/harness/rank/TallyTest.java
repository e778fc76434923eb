package io.zerogather.harness.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.rendezvous.InProcessRendezvous;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TallyTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Patience QUICK =
            new Patience(Duration.ofMillis(50), Duration.ofMillis(50), Duration.ofMillis(50));

    @Test
    void givesEveryRankTheNumbersOfAllInRankOrder() throws Exception {
        List<String> heard = onRanks(3, rank -> {
            Tally tally = rank.tally();
            String first = text(tally.numbers(rank.number(), 10 + rank.number()));
            tally.barrier();
            return first + " " + text(tally.numbers(-rank.number()));
        });

        assertThat(heard).containsOnly("0.0,10.0;1.0,11.0;2.0,12.0 0.0;-1.0;-2.0");
    }

    @Test
    void isUnanimousOrNot() throws Exception {
        assertThat(onRanks(3, rank -> "" + rank.tally().all(true))).containsOnly("true");
        assertThat(onRanks(3, rank -> "" + rank.tally().all(rank.number() != 1)))
                .containsOnly("false");
    }

    @Test
    void takesOverTheNumberOfRankZero() throws Exception {
        assertThat(onRanks(2, rank -> "" + rank.tally().fromFirst(7 + rank.number())))
                .containsOnly("7.0");
    }

    @Test
    void worksForOneRank() throws Exception {
        assertThat(onRanks(1, rank -> text(rank.tally().numbers(4)))).containsExactly("4.0");
    }

    @Test
    void namesARankThatDoesNotCome() {
        Tally alone = new Tally(InProcessRendezvous.create(2).get(0), QUICK, PeerProcesses.unknown());

        assertThatThrownBy(alone::barrier)
                .isInstanceOf(TallyException.class)
                .hasMessageContaining("rank 0 heard nothing from rank 1 for 0 s");
    }

    @Test
    void tellsEveryRankWhoDidNotCome() {
        List<InProcessRendezvous> stores = InProcessRendezvous.create(4);
        List<CompletableFuture<String>> ends = List.of(0, 2).stream()
                .map(rank -> new Tally(stores.get(rank), QUICK, PeerProcesses.unknown()))
                .map(tally -> CompletableFuture.runAsync(tally::barrier)
                        .handle((unused, failure) ->
                                String.valueOf(failure.getCause().getMessage())))
                .toList();

        assertThat(ends)
                .allSatisfy(end -> assertThat(end.join()).contains("rank 0 heard nothing from ranks 1, 3 for 0 s"));
    }

    @Test
    void doesNotWaitLongOnceAGatherHasFailed() {
        List<InProcessRendezvous> stores = InProcessRendezvous.create(3);
        Patience hasty = new Patience(Duration.ofHours(1), Duration.ofHours(1), Duration.ofMillis(50));
        Tally first = new Tally(stores.get(0), hasty, PeerProcesses.unknown());
        Tally failed = new Tally(stores.get(1), hasty, PeerProcesses.unknown());
        failed.gatherFailed();

        CompletableFuture<Void> other = CompletableFuture.runAsync(failed::barrier);

        assertThatThrownBy(first::barrier)
                .isInstanceOf(TallyException.class)
                .hasMessageContaining("from rank 2 for 0 s");
        assertThatThrownBy(other::join).hasRootCauseInstanceOf(TallyException.class);
    }

    private record Rank(int number, Tally tally) {}

    private static List<String> onRanks(int ranks, Function<Rank, String> body) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(ranks);
        try {
            List<Future<String>> results = InProcessRendezvous.create(ranks).stream()
                    .map(store -> new Rank(store.rank(), Tally.of(store, PATIENCE)))
                    .map(rank -> threads.submit(() -> body.apply(rank)))
                    .toList();
            return results.stream().map(TallyTest::get).toList();
        } finally {
            threads.shutdownNow();
        }
    }

    private static String get(Future<String> result) {
        try {
            return result.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(List<double[]> ranks) {
        return String.join(
                ";",
                ranks.stream()
                        .map(numbers -> String.join(
                                ",",
                                Stream.of(numbers).flatMap(TallyTest::words).toList()))
                        .toList());
    }

    private static Stream<String> words(double[] numbers) {
        return Arrays.stream(numbers).mapToObj(Double::toString);
    }
}
