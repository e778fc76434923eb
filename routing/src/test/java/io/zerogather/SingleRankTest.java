package io.zerogather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.AllGatherException.Category;
import io.zerogather.rendezvous.InProcessRendezvous;
import io.zerogather.spi.Availability;
import io.zerogather.spi.LocalCopy;
import io.zerogather.tck.CheckedGather;
import io.zerogather.tck.RawCopy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SingleRankTest {
    @Test
    void copiesWithoutMeetingAnybody() throws Exception {
        try (Router router = builder(Map.of()).open()) {
            for (int elements : new int[] {1, 7, 10_001}) {
                gather(router, CheckedGather.of(router.world(), elements, DataType.FLOAT64, elements, 3, 1));
                gather(router, CheckedGather.overlapping(router.world(), elements, DataType.INT16, elements, 0));
            }
            RouterStatus status = router.status();
            assertThat(status.fastPathActive()).isFalse();
            assertThat(status.fallback()).isEqualTo("local");
            assertThat(status.planReason()).isEqualTo(Reason.SINGLE);
            assertThat(status.gathers()).isEqualTo(Map.of(Reason.SINGLE, 6L));
            assertThat(router.world().size()).isEqualTo(1);
        }
    }

    @Test
    void needsNoOtherRankInItsStore() {
        InProcessRendezvous store = InProcessRendezvous.create(1).get(0);
        try (Router router = builder(Map.of()).rendezvous(store).open()) {
            assertThat(router.status().planReason()).isEqualTo(Reason.SINGLE);
        }
    }

    @Test
    void saysThatThereIsNothingToAccelerate() {
        try (CapturedLog log = new CapturedLog();
                Router router = builder(Map.of("DS_SDMA_ALLGATHER", "1")).open()) {
            assertThat(router.status().planDetail()).isEqualTo("the world has one rank");
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .endsWith("SDMA allgather unavailable (the world has one rank); using local allgather");
        }
    }

    @Test
    void makesOnlyTheGroupOfItself() {
        Router router = builder(Map.of()).open();
        assertThat(router.newGroup(List.of(0))).isSameAs(router.world());
        assertThatThrownBy(() -> router.newGroup(List.of(1))).hasMessageContaining("member 1");
        router.close();
        assertThatThrownBy(() -> router.newGroup(List.of(0)))
                .isInstanceOfSatisfying(
                        AllGatherException.class, e -> assertThat(e.category()).isEqualTo(Category.CLOSED));
    }

    @Test
    void cannotHaveTheFastPathThatItInsistsOn() {
        assertThatThrownBy(
                        () -> builder(Map.of("DS_SDMA_ALLGATHER_REQUIRE", "1")).open())
                .isInstanceOf(AllGatherException.class)
                .hasMessageContaining("the world has one rank");
    }

    @Test
    void needsAWayToCopy() {
        LocalCopy missing = new LocalCopy() {
            @Override
            public Availability availability() {
                return Availability.no("no native library");
            }

            @Override
            public void copy(long source, long destination, long bytes) {
                throw new AssertionError("not available");
            }
        };

        assertThatThrownBy(() -> builder(Map.of()).localCopy(missing).open())
                .isInstanceOf(AllGatherException.class)
                .hasMessageContaining("refused: no native library");
        assertThatThrownBy(() -> Router.builder().environment(Map.of()).open())
                .isInstanceOf(AllGatherException.class)
                .hasMessageContaining("no module provides one");
    }

    private static RouterBuilder builder(Map<String, String> environment) {
        return Router.builder().environment(environment).localCopy(new RawCopy());
    }

    private static void gather(Router router, CheckedGather gather) throws InterruptedException {
        try (gather) {
            gather.run(router);
        }
    }
}
