package io.zerogather;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zerogather.AllGatherException.Category;
import io.zerogather.spi.GatherRecorder;
import io.zerogather.tck.RouterWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RouterPoisonTest {
    private static final int RANKS = 2;

    private final List<String> worldEvents = new CopyOnWriteArrayList<>();
    private final List<String> groupEvents = new CopyOnWriteArrayList<>();
    private final Map<String, GatherRecorder> recorders = new ConcurrentHashMap<>();

    @Test
    @DisplayName("the first cause that kills WORLD aborts every backend of every group, once")
    void abortsEverythingWithWorld() {
        try (RouterWorld world = open()) {
            world.each(router -> router.newGroup(List.of(1, 0)));
            Router router = world.router(0);
            recorders.get("world").poisoned(new AllGatherException(Category.FATAL, "rank 1 died"));
            recorders.get("world").poisoned(new AllGatherException(Category.FATAL, "later"));
            recorders.get("group-1").poisoned(new AllGatherException(Category.FATAL, "in the group"));

            assertThat(worldEvents).containsExactly("abort fast: rank 1 died", "abort fallback: rank 1 died");
            assertThat(groupEvents).containsExactly("abort fallback: rank 1 died");
            DeviceBuffer empty = DeviceBuffer.of(0, 0, this);
            assertThatThrownBy(() -> router.allGatherIntoTensor(empty, empty, 0, DataType.INT8))
                    .hasMessage("rank 1 died");
        }
        assertThat(worldEvents).hasSize(4).endsWith("close fast", "close fallback");
    }

    @Test
    void abortsOnlyTheGroupThatIsDead() {
        try (RouterWorld world = open()) {
            world.each(router -> router.newGroup(List.of(1, 0)));
            recorders.get("group-1").poisoned(new AllGatherException(Category.FATAL, "in the group"));
            assertThat(groupEvents).containsExactly("abort fallback: in the group");
            assertThat(worldEvents).isEmpty();
        }
    }

    @Test
    void abortsAGroupThatIsMadeAfterWorldDied() {
        try (RouterWorld world = open()) {
            recorders.get("world").poisoned(new AllGatherException(Category.FATAL, "rank 1 died"));
            world.each(router -> router.newGroup(List.of(1, 0)));
            assertThat(groupEvents).containsExactly("abort fallback: rank 1 died");
        }
        recorders.get("world").poisoned(new AllGatherException(Category.FATAL, "after closing"));
        assertThat(worldEvents).endsWith("close fast", "close fallback");
    }

    /** Events and recorders are those of rank 0. */
    private RouterWorld open() {
        return RouterWorld.open(
                RANKS,
                (rank, builder) -> builder.environment(Map.of("DS_SDMA_ALLGATHER", "1"))
                        .engines(List.of(TestEngine.create()
                                .opening(context ->
                                        RecordingBackends.fastPath(rank == 0 ? worldEvents : new ArrayList<>()))))
                        .fallbacks(List.of(TestFallback.create().opening(context -> {
                            if (rank != 0) {
                                return RecordingBackends.fallback(new ArrayList<>());
                            }
                            recorders.put(context.name(), context.recorder());
                            return RecordingBackends.fallback(
                                    context.name().equals("world") ? worldEvents : groupEvents);
                        }))));
    }
}
