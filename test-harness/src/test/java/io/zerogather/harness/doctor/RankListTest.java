package io.zerogather.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RankListTest {
    @Test
    void namesFewRanksOrAll() {
        assertThat(RankList.of(List.of(2), 4)).isEqualTo("rank 2");
        assertThat(RankList.of(List.of(0, 1, 2, 3), 4)).isEqualTo("all ranks");
        assertThat(RankList.of(List.of(0), 1)).isEqualTo("all ranks");
    }

    @Test
    void joinsNeighbours() {
        assertThat(RankList.of(List.of(0, 1, 2, 5, 200, 201), 300)).isEqualTo("ranks 0-2, 5, 200-201");
        assertThat(RankList.of(List.of(1, 3), 4)).isEqualTo("ranks 1, 3");
    }
}
