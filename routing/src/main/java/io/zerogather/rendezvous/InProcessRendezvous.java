package io.zerogather.rendezvous;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A rendezvous of ranks that are threads of one process. The store lives as long as an endpoint is reachable. */
public final class InProcessRendezvous implements Rendezvous {

    private final int rank;
    private final int worldSize;
    private final StoreClient client;

    private InProcessRendezvous(int rank, int worldSize, KeyTable table) {
        this.rank = rank;
        this.worldSize = worldSize;
        this.client = new TableClient(table);
    }

    /**
     * A fresh store.
     *
     * @param worldSize the number of ranks, 1 to 65536
     * @return one endpoint of each rank, in rank order
     */
    public static List<InProcessRendezvous> create(int worldSize) {
        Bounds.checkRank(0, worldSize);
        KeyTable table = new KeyTable();
        return IntStream.range(0, worldSize)
                .mapToObj(rank -> new InProcessRendezvous(rank, worldSize, table))
                .toList();
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int worldSize() {
        return worldSize;
    }

    @Override
    public byte[] setIfAbsent(String key, byte[] value, Deadline deadline) {
        Bounds.checkKey(key);
        Bounds.checkValue(value);
        return client.setIfAbsent(key, value, deadline);
    }

    @Override
    public Optional<byte[]> await(String key, Deadline deadline) {
        Bounds.checkKey(key);
        return client.await(key, deadline);
    }

    @Override
    public void close() {
        client.close();
    }

    @Override
    public String toString() {
        return "InProcessRendezvous[rank " + rank + " of " + worldSize + "]";
    }
}
