package io.zerogather.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every rendezvous does. */
@Timeout(120)
abstract class RendezvousContract {

    private final List<Rendezvous> opened = new ArrayList<>();

    /** The endpoints of a fresh store, in rank order. */
    abstract List<? extends Rendezvous> create(int worldSize);

    @AfterEach
    final void closeAll() {
        // Rank 0 last: it waits for the others.
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private List<Rendezvous> open(int worldSize) {
        opened.addAll(create(worldSize));
        return opened;
    }

    @Test
    void eachEndpointKnowsItsRank() {
        List<Rendezvous> ranks = open(3);

        assertThat(ranks).extracting(Rendezvous::rank).containsExactly(0, 1, 2);
        assertThat(ranks).extracting(Rendezvous::worldSize).containsOnly(3);
    }

    @Test
    void firstValueWinsUnderConcurrentWriters() throws Exception {
        List<Rendezvous> ranks = open(3);
        int writersOfRank = 3;
        int keys = 20;
        List<Background<List<String>>> writers = new ArrayList<>();
        for (Rendezvous rank : ranks) {
            for (int writer = 0; writer < writersOfRank; writer++) {
                byte[] own = bytes("rank " + rank.rank() + " writer " + writer);
                writers.add(Background.start(() -> {
                    List<String> seen = new ArrayList<>();
                    for (int key = 0; key < keys; key++) {
                        seen.add(text(rank.setIfAbsent("key " + key, own, soon())));
                    }
                    return seen;
                }));
            }
        }

        Set<List<String>> results = new HashSet<>();
        for (Background<List<String>> writer : writers) {
            results.add(writer.result());
        }
        assertThat(results).hasSize(1);
        for (Rendezvous rank : ranks) {
            List<String> read = new ArrayList<>();
            for (int key = 0; key < keys; key++) {
                read.add(text(rank.await("key " + key, soon()).orElseThrow()));
            }
            assertThat(results).containsExactly(read);
        }
    }

    @Test
    void laterValueIsNotStored() {
        List<Rendezvous> ranks = open(2);

        assertThat(text(ranks.get(1).setIfAbsent("key", bytes("first"), soon())))
                .isEqualTo("first");
        assertThat(text(ranks.get(0).setIfAbsent("key", bytes("second"), soon())))
                .isEqualTo("first");
        assertThat(text(ranks.get(1).await("key", soon()).orElseThrow())).isEqualTo("first");
    }

    @Test
    void awaitWakesWhenAnotherRankSets() throws Exception {
        List<Rendezvous> ranks = open(3);
        Background<Optional<byte[]>> served =
                Background.start(() -> ranks.get(0).await("key", soon()));
        Background<Optional<byte[]>> other = Background.start(() -> ranks.get(2).await("key", soon()));
        served.untilWaiting();
        other.untilWaiting();

        ranks.get(1).setIfAbsent("key", bytes("value"), soon());

        assertThat(text(served.result().orElseThrow())).isEqualTo("value");
        assertThat(text(other.result().orElseThrow())).isEqualTo("value");
    }

    @Test
    void blockedAwaitHoldsUpNoOtherCallOfItsEndpoint() throws Exception {
        Rendezvous rank = open(2).get(1);
        Background<Optional<byte[]>> waiting = Background.start(() -> rank.await("key", soon()));
        waiting.untilWaiting();

        rank.setIfAbsent("another key", bytes("another value"), soon());
        rank.setIfAbsent("key", bytes("value"), soon());

        assertThat(text(waiting.result().orElseThrow())).isEqualTo("value");
    }

    @Test
    void awaitEndsEmptyAtItsDeadlineAndNotBefore() {
        for (Rendezvous rank : open(2)) {
            Deadline deadline = Deadline.after(Duration.ofMillis(60));

            assertThat(rank.await("never set", deadline)).isEmpty();
            assertThat(deadline.expired()).isTrue();
        }
    }

    @Test
    void keyAwaitedInVainCanStillBeSet() {
        List<Rendezvous> ranks = open(2);
        assertThat(ranks.get(1).await("key", expired())).isEmpty();

        ranks.get(0).setIfAbsent("key", bytes("value"), soon());

        assertThat(ranks.get(1).await("key", soon())).isPresent();
    }

    @Test
    void storeIsAskedOnceThoughTheDeadlineHasPassed() {
        for (Rendezvous rank : open(2)) {
            String key = "key " + rank.rank();

            assertThat(text(rank.setIfAbsent(key, bytes("value"), expired()))).isEqualTo("value");
            assertThat(text(rank.await(key, expired()).orElseThrow())).isEqualTo("value");
        }
    }

    @Test
    void scopesKeepEqualKeysApart() {
        List<Rendezvous> ranks = open(2);
        Rendezvous left = ranks.get(0).scoped("left/");
        Rendezvous right = ranks.get(0).scoped("right/");

        left.setIfAbsent("key", bytes("left"), soon());
        right.setIfAbsent("key", bytes("right"), soon());

        Rendezvous nested = ranks.get(1).scoped("le").scoped("ft/");
        assertThat(text(nested.await("key", soon()).orElseThrow())).isEqualTo("left");
        assertThat(text(ranks.get(1).await("right/key", soon()).orElseThrow())).isEqualTo("right");
        assertThat(ranks.get(1).await("key", expired())).isEmpty();
        assertThat(nested.rank()).isEqualTo(1);
        assertThat(nested.worldSize()).isEqualTo(2);
    }

    @Test
    void closingAViewClosesNothing() {
        Rendezvous rank = open(1).get(0);

        rank.scoped("view/").close();

        assertThat(rank.setIfAbsent("key", bytes("value"), soon())).isNotEmpty();
    }

    @Test
    void collectWaitsForAllRanks() throws Exception {
        List<Rendezvous> ranks = open(3);
        ranks.get(0).setIfAbsent("vote/0", bytes("a"), soon());
        Background<Collected> collecting = Background.start(() -> ranks.get(1).collect("vote/", soon()));
        collecting.untilWaiting();

        ranks.get(2).setIfAbsent("vote/2", bytes("c"), soon());
        ranks.get(1).setIfAbsent("vote/1", bytes("b"), soon());

        Collected collected = collecting.result();
        assertThat(collected.complete()).isTrue();
        assertThat(collected.missingRanks()).isEmpty();
        assertThat(collected.values().keySet()).containsExactly(0, 1, 2);
        assertThat(collected.values().values())
                .extracting(RendezvousContract::text)
                .containsExactly("a", "b", "c");
    }

    @Test
    void collectNamesExactlyTheMissingRanks() {
        List<Rendezvous> ranks = open(4);
        // Rank 0, the first to be waited for, uses up the whole deadline.
        ranks.get(1).setIfAbsent("vote/1", bytes("b"), soon());
        ranks.get(3).setIfAbsent("vote/3", bytes("d"), soon());

        for (Rendezvous rank : ranks) {
            Collected collected = rank.collect("vote/", Deadline.after(Duration.ofMillis(20)));

            assertThat(collected.complete()).isFalse();
            assertThat(collected.missingRanks()).containsExactly(0, 2);
            assertThat(collected.values().keySet()).containsExactly(1, 3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_537, Rendezvous.MAX_VALUE_BYTES})
    void valuesOfAnySizeArriveWhole(int bytes) {
        List<Rendezvous> ranks = open(3);
        byte[] value = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            value[i] = (byte) (i * 31 + i / 251);
        }

        assertThat(Arrays.equals(ranks.get(1).setIfAbsent("key", value, soon()), value))
                .isTrue();
        for (Rendezvous rank : ranks) {
            assertThat(Arrays.equals(rank.await("key", soon()).orElseThrow(), value))
                    .isTrue();
        }
    }

    @Test
    void keysMayBeLongAndHoldAnyText() {
        List<Rendezvous> ranks = open(2);
        String longest = "k".repeat(Rendezvous.MAX_KEY_BYTES);
        List<String> keys =
                List.of(longest, longest.substring(1), "../up", "a/b", "a_b", "a b", "\u00fc\ud83d\ude00", "\0", "-");
        for (String key : keys) {
            ranks.get(1).setIfAbsent(key, bytes(key), soon());
        }

        for (String key : keys) {
            assertThat(text(ranks.get(0).await(key, soon()).orElseThrow())).isEqualTo(key);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\ud83d", "\ude00x"})
    void keysThatCannotBeToldApartAreRefused(String key) {
        for (Rendezvous rank : open(2)) {
            assertThatIllegalArgumentException().isThrownBy(() -> rank.await(key, soon()));
            assertThatIllegalArgumentException().isThrownBy(() -> rank.setIfAbsent(key, bytes("value"), soon()));
        }
    }

    @Test
    void keysAndValuesBeyondTheirBoundsAreRefused() {
        for (Rendezvous rank : open(2)) {
            String longKey = "k".repeat(Rendezvous.MAX_KEY_BYTES + 1);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rank.await(longKey, soon()))
                    .withMessageContaining("1025");
            byte[] longValue = new byte[Rendezvous.MAX_VALUE_BYTES + 1];
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rank.setIfAbsent("key", longValue, soon()))
                    .withMessageContaining("16777217");
        }
    }

    @Test
    void callersOwnTheirArrays() {
        List<Rendezvous> ranks = open(2);
        for (Rendezvous rank : ranks) {
            String key = "key " + rank.rank();
            byte[] written = bytes("value");
            byte[] returned = rank.setIfAbsent(key, written, soon());
            byte[] read = rank.await(key, soon()).orElseThrow();
            byte[] returnedAgain = rank.setIfAbsent(key, bytes("other"), soon());

            Arrays.fill(written, (byte) 'x');
            Arrays.fill(returned, (byte) 'x');
            Arrays.fill(read, (byte) 'x');
            Arrays.fill(returnedAgain, (byte) 'x');

            assertThat(ranks)
                    .allSatisfy(
                            reader -> assertThat(text(reader.await(key, soon()).orElseThrow()))
                                    .isEqualTo("value"));
        }
    }

    @Test
    void closeFailsWaitingAndLaterCallsOfItsEndpointOnly() throws Exception {
        List<Rendezvous> ranks = open(3);
        Rendezvous closed = ranks.get(1);
        Background<Optional<byte[]>> ended = Background.start(() -> closed.await("key", soon()));
        Background<Optional<byte[]>> goesOn =
                Background.start(() -> ranks.get(2).await("key", soon()));
        ended.untilWaiting();
        goesOn.untilWaiting();

        closed.close();

        assertThatThrownBy(ended::result).hasCauseInstanceOf(RendezvousException.class);
        assertThatThrownBy(() -> closed.await("key", soon()))
                .isInstanceOf(RendezvousException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> closed.setIfAbsent("key", bytes("value"), soon()))
                .isInstanceOf(RendezvousException.class)
                .hasMessageContaining("closed");
        ranks.get(0).setIfAbsent("key", bytes("value"), soon());
        assertThat(text(goesOn.result().orElseThrow())).isEqualTo("value");
    }

    @Test
    void closeOfRankZeroFailsItsOwnWaiters() throws Exception {
        List<Rendezvous> ranks = open(2);
        Background<Optional<byte[]>> ended = Background.start(() -> ranks.get(0).await("key", soon()));
        ended.untilWaiting();

        ranks.get(1).close();
        ranks.get(0).close();

        assertThatThrownBy(ended::result).hasCauseInstanceOf(RendezvousException.class);
    }

    @Test
    void closeMayBeRepeated() {
        List<Rendezvous> ranks = open(2);
        for (int i = 1; i >= 0; i--) {
            ranks.get(i).close();
            ranks.get(i).close();
        }

        assertThatThrownBy(() -> ranks.get(0).await("key", soon())).isInstanceOf(RendezvousException.class);
    }

    @Test
    void interruptedWaitKeepsTheFlag() throws Exception {
        for (Rendezvous rank : open(2)) {
            Background<Boolean> waiting = Background.start(() -> {
                assertThatThrownBy(() -> rank.await("key", soon()))
                        .isInstanceOf(RendezvousException.class)
                        .hasMessageContaining("interrupted");
                return Thread.currentThread().isInterrupted();
            });
            waiting.untilWaiting();

            waiting.interrupt();

            assertThat(waiting.result()).isTrue();
        }
    }

    @Test
    void describesItself() {
        assertThat(open(2))
                .allSatisfy(rank -> assertThat(rank.toString())
                        .contains("rank " + rank.rank() + " of 2")
                        .doesNotContain("secret"));
    }

    /** A deadline that a passing test never reaches. */
    static Deadline soon() {
        return Deadline.after(Background.LIMIT);
    }

    static Deadline expired() {
        return Deadline.after(Duration.ZERO);
    }

    static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
