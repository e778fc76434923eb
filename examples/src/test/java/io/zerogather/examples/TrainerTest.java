package io.zerogather.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.Reason;
import io.zerogather.Router;
import io.zerogather.rendezvous.InProcessRendezvous;
import io.zerogather.rendezvous.Rendezvous;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks are threads here. */
@Timeout(120)
class TrainerTest {
    private static final int RANKS = 2;

    @Test
    void learns() throws InterruptedException {
        try (Router router = Router.builder().environment(Map.of()).open()) {
            List<Float> losses = train(router, 60);

            assertThat(mean(losses.subList(50, 60))).isLessThan(mean(losses.subList(0, 5)) / 2);
        }
    }

    @Test
    void losesTheSameWithTheFastPathOnAndOff() throws Exception {
        List<Float> on = trainOnRanks(Map.of("DS_SDMA_ALLGATHER", "1"), Reason.FAST);
        List<Float> off = trainOnRanks(Map.of(), Reason.OFF);

        assertThat(on).isEqualTo(off);
    }

    private static List<Float> trainOnRanks(Map<String, String> environment, Reason route) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(RANKS);
        try {
            List<Future<List<Float>>> ranks = new ArrayList<>();
            for (Rendezvous store : InProcessRendezvous.create(RANKS)) {
                ranks.add(threads.submit(() -> trainRank(store, environment, route)));
            }
            List<Float> first = ranks.get(0).get();
            assertThat(ranks.get(1).get()).isEqualTo(first);
            return first;
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<Float> trainRank(Rendezvous store, Map<String, String> environment, Reason route)
            throws InterruptedException {
        try (Router router =
                Router.builder().environment(environment).rendezvous(store).open()) {
            List<Float> losses = train(router, 5);
            assertThat(router.status().gathers()).containsOnlyKeys(route);
            return losses;
        }
    }

    private static List<Float> train(Router router, int steps) throws InterruptedException {
        Trainer trainer = new Trainer(router);
        List<Float> losses = new ArrayList<>();
        for (int step = 1; step <= steps; step++) {
            losses.add(trainer.step(step));
        }
        return losses;
    }

    private static double mean(List<Float> losses) {
        return losses.stream().mapToDouble(Float::doubleValue).average().orElseThrow();
    }
}
