package io.zerogather.rendezvous;

import java.util.List;

class TcpRendezvousTest extends RendezvousContract {

    @Override
    List<? extends Rendezvous> create(int worldSize) {
        return TcpRanks.openAll(worldSize);
    }
}
