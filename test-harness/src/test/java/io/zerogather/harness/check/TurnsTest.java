package io.zerogather.harness.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.zerogather.rendezvous.Deadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TurnsTest {
    private static final Deadline LONG = Deadline.after(Duration.ofMinutes(5));

    @Test
    void goInACircle() throws InterruptedException {
        Turns turns = new Turns(2, LONG);

        assertThat(turns.await(0)).isTrue();
        turns.pass(0);
        assertThat(turns.await(1)).isTrue();
        turns.pass(1);
        assertThat(turns.await(0)).isTrue();
        assertThat(turns.ended()).isFalse();
    }

    @Test
    void endForThoseWhoWaitWhenAThreadGivesUp() {
        Turns turns = new Turns(3, LONG);
        CompletableFuture<Boolean> second = CompletableFuture.supplyAsync(() -> await(turns, 1));
        CompletableFuture<Boolean> third = CompletableFuture.supplyAsync(() -> await(turns, 2));

        turns.end();

        assertThat(second.join()).isFalse();
        assertThat(third.join()).isFalse();
        assertThat(turns.ended()).isTrue();
    }

    @Test
    void endAtTheDeadline() throws InterruptedException {
        Turns turns = new Turns(2, Deadline.after(Duration.ZERO));

        assertThat(turns.await(1)).isFalse();
        assertThat(turns.join(Thread.currentThread())).isFalse();
    }

    private static boolean await(Turns turns, int place) {
        try {
            return turns.await(place);
        } catch (InterruptedException e) {
            throw new CompletionException(e);
        }
    }
}
