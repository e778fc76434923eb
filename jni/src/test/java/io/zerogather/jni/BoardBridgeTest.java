package io.zerogather.jni;

import static io.zerogather.jni.BoardBridge.EMPTY;
import static io.zerogather.jni.BoardBridge.GATHER;
import static io.zerogather.jni.BoardBridge.REFUSED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both ranks of a board in one JVM. */
class BoardBridgeTest {
    private static final long[] COOKIE = {11, -12};
    private static final int INT32 = 4;
    private static final int FLOAT32 = 10;

    private final long[] handle = new long[4];
    private long zero;
    private long one;

    @BeforeAll
    static void load() {
        BoardBridge.load();
    }

    @BeforeEach
    void open() {
        zero = BoardBridge.create(2, COOKIE, handle);
        one = BoardBridge.attach(1, 2, COOKIE, handle);
        assertThat(zero).isNotZero();
        assertThat(one).isNotZero();
        assertThat(BoardBridge.start(zero)).isEqualTo(NativeBridge.OK);
        assertThat(BoardBridge.start(one)).isEqualTo(NativeBridge.OK);
    }

    @AfterEach
    void destroy() {
        BoardBridge.destroy(one);
        BoardBridge.destroy(zero);
    }

    @Test
    void equalCallsPass() {
        for (long board : new long[] {zero, one}) {
            assertThat(BoardBridge.post(board, 1, 24, INT32, GATHER, null)).isEqualTo(NativeBridge.OK);
            assertThat(BoardBridge.post(board, 2, 0, INT32, EMPTY, null)).isEqualTo(NativeBridge.OK);
            assertThat(BoardBridge.post(board, 3, -1, INT32, REFUSED, "the count is negative"))
                    .isEqualTo(NativeBridge.OK);
        }
        assertThat(BoardBridge.posted(zero, 1)).isEqualTo(3);
        assertThat(BoardBridge.isPoisoned(zero)).isFalse();
        assertThat(BoardBridge.poisonText(zero)).isNull();
    }

    @Test
    void describesCalls() {
        BoardBridge.post(zero, 1, 24, INT32, GATHER, null);
        assertThat(BoardBridge.described(one, 0, 1)).startsWith("call 1, 24 elements of int32, in flight for ");
        BoardBridge.completed(zero, 1);
        assertThat(BoardBridge.described(one, 0, 1)).startsWith("call 1, 24 elements of int32, completed after ");
        assertThat(BoardBridge.described(one, 0, 2)).isNull();
        assertThat(BoardBridge.positions(one)).isEqualTo("rank 0: 1 call, last gather 1 of 24 int32; rank 1: 0 calls");
    }

    @Test
    void aDifferencePoisonsBothRanksAndNamesBothCalls() {
        assertThat(BoardBridge.post(one, 1, 24, FLOAT32, REFUSED, "the output is null"))
                .isEqualTo(NativeBridge.OK);
        assertThat(BoardBridge.post(zero, 1, 24, INT32, GATHER, null)).isEqualTo(NativeBridge.POISONED);
        String cause = "the ranks' calls differ: rank 0: call 1, 24 elements of int32;"
                + " rank 1: call 1, 24 elements of float32, refused: the output is null";
        assertThat(NativeBridge.lastError()).isEqualTo(cause);
        for (long board : new long[] {zero, one}) {
            assertThat(BoardBridge.isPoisoned(board)).isTrue();
            assertThat(BoardBridge.poisonText(board)).isEqualTo(cause);
            assertThat(BoardBridge.post(board, 2, 24, INT32, GATHER, null)).isEqualTo(NativeBridge.POISONED);
        }
    }

    @Test
    void theFirstCauseSurvives() {
        assertThat(BoardBridge.poison(one, "no answer")).isTrue();
        assertThat(BoardBridge.poison(zero, "later")).isFalse();
        assertThat(BoardBridge.poisonText(zero)).isEqualTo("no answer");
    }

    @Test
    void tellsWhoClosed() {
        assertThat(BoardBridge.closed(zero)).isZero();
        BoardBridge.close(one);
        assertThat(BoardBridge.closed(zero)).isEqualTo(0b10);
        assertThat(BoardBridge.dead(zero)).isZero();
        assertThat(BoardBridge.positions(zero)).endsWith("rank 1: 0 calls, closed");
    }

    @Test
    void saysWhyABoardCannotBeOpened() {
        assertThat(BoardBridge.create(65, COOKIE, new long[4])).isZero();
        assertThat(NativeBridge.lastError()).contains("65 ranks");
        assertThat(BoardBridge.attach(1, 2, COOKIE, handle)).isZero();
        assertThat(NativeBridge.lastError()).contains("rank 1 has joined");
        assertThat(BoardBridge.attach(1, 2, new long[] {11, 12}, handle)).isZero();
        assertThat(NativeBridge.lastError()).contains("another job");
    }

    @Test
    void saysWhatWasMisused() {
        assertThat(BoardBridge.post(zero, 1, 24, INT32, 0, null)).isEqualTo(NativeBridge.FAILED);
        assertThat(NativeBridge.lastError()).contains("kind 0");
        assertThat(BoardBridge.posted(zero, 2)).isEqualTo(NativeBridge.FAILED);
        assertThat(NativeBridge.lastError()).contains("rank 2 of a board of 2 ranks");
        assertThat(BoardBridge.described(zero, 2, 1)).isNull();
    }

    @Test
    void ranksThatRaceAgreeOrHearOfIt() throws Exception {
        int last = 2000;
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> ends = new ArrayList<>();
            for (long board : new long[] {zero, one}) {
                Callable<Integer> calls = () -> {
                    for (int call = 1; call < last; call++) {
                        assertThat(BoardBridge.post(board, call, call, INT32, GATHER, null))
                                .isEqualTo(NativeBridge.OK);
                    }
                    return BoardBridge.post(board, last, board == zero ? 7 : 8, INT32, GATHER, null);
                };
                ends.add(threads.submit(calls));
            }
            assertThat(List.of(ends.get(0).get(1, TimeUnit.MINUTES), ends.get(1).get(1, TimeUnit.MINUTES)))
                    .contains(NativeBridge.POISONED);
        } finally {
            threads.shutdownNow();
        }
        assertThat(BoardBridge.poisonText(zero))
                .contains("rank 0: call 2000, 7 elements", "rank 1: call 2000, 8 elements");
    }
}
