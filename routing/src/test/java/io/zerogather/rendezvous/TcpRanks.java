package io.zerogather.rendezvous;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Ranks over TCP in one process, on ports of their own. */
final class TcpRanks {

    static final String HOST = "127.0.0.1";
    static final JobToken TOKEN = JobToken.of("secret");

    /** As in production, except that a lasting refusal shows soon. */
    static final JoinTimings TIMINGS = new JoinTimings(
            Duration.ofMillis(500), Duration.ofSeconds(4), Duration.ofMillis(300), Duration.ofSeconds(10));

    private TcpRanks() {}

    static TcpRendezvous.Options options(int rank, int worldSize, int port) {
        return TcpRendezvous.Options.of(rank, worldSize, HOST, port, TOKEN);
    }

    static TcpRendezvous.Options generation(long generation, int rank, int worldSize, int port) {
        return new TcpRendezvous.Options(
                rank, worldSize, HOST, port, false, TOKEN, generation, TcpRendezvous.DEFAULT_LINGER);
    }

    static TcpRendezvous.Options linger(Duration linger, int rank, int worldSize, int port) {
        return new TcpRendezvous.Options(rank, worldSize, HOST, port, false, TOKEN, 1, linger);
    }

    static TcpRendezvous open(TcpRendezvous.Options options) {
        return TcpRendezvous.open(options, RendezvousContract.soon(), TIMINGS);
    }

    /** All ranks of a world, in rank order. */
    static List<TcpRendezvous> openAll(int worldSize) {
        int port = FreePorts.range();
        List<TcpRendezvous> ranks = new ArrayList<>();
        for (int rank = 0; rank < worldSize; rank++) {
            ranks.add(open(options(rank, worldSize, port)));
        }
        return ranks;
    }
}
