package io.zerogather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.AllGatherException.Category;
import io.zerogather.tck.CheckedGather;
import io.zerogather.tck.LoopbackEngine;
import io.zerogather.tck.LoopbackFallback;
import io.zerogather.tck.RankThreads;
import io.zerogather.tck.RouterWorld;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RouterGroupTest {
    private static final int RANKS = 4;

    @Test
    void makesGroupsOfMembersInTheirOrder() {
        try (RouterWorld world = open("1")) {
            world.each(router -> {
                Group group = router.newGroup(List.of(3, 1));
                int rank = router.world().rank();
                assertThat(group.name()).isEqualTo("group-1");
                assertThat(group.ranks()).containsExactly(3, 1);
                assertThat(group.size()).isEqualTo(2);
                assertThat(group.rank()).isEqualTo(rank == 3 ? 0 : rank == 1 ? 1 : -1);
                if (group.rank() >= 0) {
                    gather(router, group, 10);
                    assertThat(router.status().gathers()).isEqualTo(Map.of(Reason.GROUP, 1L));
                }
            });
        }
    }

    @Test
    @DisplayName("a group of all ranks in rank order shares WORLD's fast path (W33)")
    void takesAGroupOfAllRanksForWorld() {
        try (RouterWorld world = open("1")) {
            world.each(router -> {
                Group clone = router.newGroup(List.of(0, 1, 2, 3));
                Group reversed = router.newGroup(List.of(3, 2, 1, 0));
                gather(router, clone, 10);
                gather(router, router.world(), 10);
                gather(router, reversed, 10);
                assertThat(clone).isSameAs(router.world());
                assertThat(router.status().gathers()).isEqualTo(Map.of(Reason.FAST, 2L, Reason.GROUP, 1L));
            });
        }
    }

    @Test
    void copiesLocallyInAGroupOfOne() {
        try (RouterWorld world = open("1")) {
            world.each(router -> {
                for (int member = 0; member < RANKS; member++) {
                    Group alone = router.newGroup(List.of(member));
                    if (alone.rank() == 0) {
                        gather(router, alone, 10);
                    }
                }
                assertThat(router.status().gathers()).isEqualTo(Map.of(Reason.SINGLE, 1L));
            });
        }
    }

    @Test
    void refusesGathersOfRanksThatAreNotMembers() {
        try (RouterWorld world = open("1")) {
            world.each(router -> {
                Group group = router.newGroup(List.of(0, 1));
                if (group.rank() < 0) {
                    DeviceBuffer empty = DeviceBuffer.of(0, 0, this);
                    assertThatThrownBy(() -> router.allGatherIntoTensor(
                                    empty, empty, 0, DataType.INT8, group, router.hostStream()))
                            .isInstanceOfSatisfying(
                                    AllGatherException.class,
                                    e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                            .hasMessageContaining("not a member of group-1, which has the ranks [0, 1]");
                }
            });
        }
    }

    @Test
    void refusesMalformedMemberLists() {
        try (RouterWorld world = open("1")) {
            world.each(router -> {
                assertRefused(router, List.of(), "the list of members is empty");
                assertRefused(router, List.of(0, 4), "member 4 is not a rank of WORLD; pass ranks from 0 to 3");
                assertRefused(router, List.of(-1), "member -1");
                assertRefused(router, List.of(1, 2, 1), "[1, 2, 1] are not distinct");
                assertRefused(router, null, "is empty or null");
                assertRefused(router, Arrays.asList(1, null), "member -1 is not a rank");
                Group good = router.newGroup(List.of(0, 1));
                if (good.rank() >= 0) {
                    gather(router, good, 3);
                }
            });
        }
    }

    @Test
    @DisplayName("ranks that pass different lists fail at once, with both lists")
    void refusesListsThatDiffer() {
        try (RouterWorld world = open("1", "DS_SDMA_ALLGATHER_OPEN_TIMEOUT", "30")) {
            List<String> failures = Collections.synchronizedList(new ArrayList<>());
            world.each(router -> {
                List<Integer> members = router.world().rank() == 2 ? List.of(2, 3) : List.of(0, 1, 2);
                try {
                    assertThat(router.newGroup(members).rank()).isEqualTo(-1);
                } catch (AllGatherException e) {
                    failures.add(e.getMessage());
                }
            });
            assertThat(failures).isNotEmpty();
            assertThat(failures).anyMatch(message -> message.contains("[2, 3]") && message.contains("[0, 1, 2]"));
            world.each(router -> gather(router, router.world(), 10));
        }
    }

    @Test
    void failsOnEveryMemberIfOneCannotOpen() {
        try (RouterWorld world = RouterWorld.open(
                RANKS,
                (rank, builder) -> builder.environment(Map.of("DS_SDMA_ALLGATHER_OPEN_TIMEOUT", "2"))
                        .engines(List.of())
                        .fallbacks(List.of(TestFallback.create().opening(context -> {
                            if (context.name().equals("group-1") && rank == 3) {
                                throw new AllGatherException(Category.SETUP, "out of ports");
                            }
                            return new LoopbackFallback().open(context);
                        }))))) {
            world.each(router -> {
                int rank = router.world().rank();
                if (rank == 1 || rank == 3) {
                    assertThatThrownBy(() -> router.newGroup(List.of(1, 3)))
                            .isInstanceOfSatisfying(
                                    AllGatherException.class,
                                    e -> assertThat(e.category()).isEqualTo(Category.SETUP))
                            .hasMessageContaining("of group-1 could not be opened: rank 3: out of ports");
                } else {
                    assertThat(router.newGroup(List.of(1, 3)).rank()).isEqualTo(-1);
                }
                Group next = router.newGroup(List.of(3, 1));
                assertThat(next.name()).isEqualTo("group-2");
                if (next.rank() >= 0) {
                    gather(router, next, 10);
                }
            });
        }
    }

    @Test
    void keepsFailuresOfASubGroupWithinIt() {
        CountDownLatch failed = new CountDownLatch(1);
        try (RouterWorld world = open("1", "DS_SDMA_ALLGATHER_TIMEOUT", "1")) {
            world.each(router -> {
                Group pair = router.newGroup(List.of(0, 1));
                if (pair.rank() == 0) {
                    try (CheckedGather lonely = CheckedGather.of(pair, 10, DataType.INT8, 1)) {
                        Work work = lonely.submit(router);
                        assertThatThrownBy(() -> work.await(RankThreads.LIMIT)).hasMessageContaining("rank 1");
                        assertThatThrownBy(() -> lonely.submit(router))
                                .isInstanceOf(AllGatherException.class)
                                .hasMessageContaining("rank 1");
                    }
                    assertThat(router.status().poisoned()).isEmpty();
                    failed.countDown();
                }
                assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
                gather(router, router.world(), 10);
            });
        }
    }

    @Test
    void makesNoGroupsAfterClosing() {
        try (RouterWorld world = open("0")) {
            world.each(router -> {
                router.close();
                assertThatThrownBy(() -> router.newGroup(List.of(0, 1)))
                        .isInstanceOfSatisfying(
                                AllGatherException.class,
                                e -> assertThat(e.category()).isEqualTo(Category.CLOSED));
            });
        }
    }

    private static void assertRefused(Router router, List<Integer> members, String message) {
        assertThatThrownBy(() -> router.newGroup(members))
                .isInstanceOfSatisfying(
                        AllGatherException.class, e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .hasMessageContaining(message);
    }

    private static RouterWorld open(String optIn, String... more) {
        Map<String, String> environment = more.length == 0
                ? Map.of("DS_SDMA_ALLGATHER", optIn)
                : Map.of("DS_SDMA_ALLGATHER", optIn, more[0], more[1]);
        return RouterWorld.open(
                RANKS,
                (rank, builder) -> builder.environment(environment)
                        .engines(List.of(new LoopbackEngine()))
                        .fallbacks(List.of(new LoopbackFallback())));
    }

    private static void gather(Router router, Group group, int elements) throws InterruptedException {
        try (CheckedGather gather = CheckedGather.of(group, elements, DataType.INT32, elements)) {
            gather.run(router);
        }
    }
}
