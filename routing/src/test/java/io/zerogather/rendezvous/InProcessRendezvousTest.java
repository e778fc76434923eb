package io.zerogather.rendezvous;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class InProcessRendezvousTest extends RendezvousContract {

    @Override
    List<? extends Rendezvous> create(int worldSize) {
        return InProcessRendezvous.create(worldSize);
    }

    @Test
    void worldHasAtLeastOneRank() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InProcessRendezvous.create(0))
                .withMessageContaining("world size is 0");
    }
}
