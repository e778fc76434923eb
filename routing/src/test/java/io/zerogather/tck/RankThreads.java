package io.zerogather.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Runs ranks as threads of one process, each bounded in time. */
public final class RankThreads {
    /** How long a rank may take before the test gives up on it. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    private RankThreads() {}

    /**
     * What one rank does.
     *
     * @param <T> its result
     */
    public interface RankAction<T> {
        /**
         * Runs on the rank's thread.
         *
         * @param rank 0-based
         * @return a result
         * @throws Exception if the rank fails
         */
        T run(int rank) throws Exception;
    }

    /**
     * What became of one rank.
     *
     * @param value its result, or null
     * @param failure what it threw, or null
     * @param <T> its result
     */
    public record Outcome<T>(@Nullable T value, @Nullable Throwable failure) {}

    /**
     * Runs all ranks at once and waits for all of them.
     *
     * @param ranks how many
     * @param action what each does
     * @param <T> its result
     * @return outcomes in rank order
     */
    public static <T> List<Outcome<T>> outcomes(int ranks, RankAction<T> action) {
        ExecutorService threads = Executors.newFixedThreadPool(ranks);
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                int own = rank;
                futures.add(threads.submit(() -> action.run(own)));
            }
            long end = System.nanoTime() + LIMIT.toNanos();
            return futures.stream().map(future -> outcome(future, end)).toList();
        } finally {
            threads.shutdownNow();
        }
    }

    /**
     * Runs all ranks at once; a rank that fails fails the caller.
     *
     * @param ranks how many
     * @param action what each does
     * @param <T> its result
     * @return results in rank order
     */
    public static <T> List<T> run(int ranks, RankAction<T> action) {
        List<Outcome<T>> outcomes = outcomes(ranks, action);
        AssertionError failure = null;
        for (int rank = 0; rank < ranks; rank++) {
            Throwable thrown = outcomes.get(rank).failure();
            if (thrown != null && failure == null) {
                failure = new AssertionError("rank " + rank + " failed: " + thrown, thrown);
            } else if (thrown != null) {
                failure.addSuppressed(new AssertionError("rank " + rank + " failed: " + thrown, thrown));
            }
        }
        if (failure != null) {
            throw failure;
        }
        List<T> results = new ArrayList<>();
        outcomes.forEach(outcome -> results.add(outcome.value()));
        return results;
    }

    private static <T> Outcome<T> outcome(Future<T> future, long end) {
        try {
            return new Outcome<>(future.get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS), null);
        } catch (ExecutionException e) {
            return new Outcome<>(null, e.getCause());
        } catch (TimeoutException e) {
            return new Outcome<>(null, new AssertionError("still running after " + LIMIT, e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome<>(null, e);
        }
    }
}
