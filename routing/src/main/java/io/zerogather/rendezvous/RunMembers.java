package io.zerogather.rendezvous;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Who belongs to a run in a folder, kept as keys next to those of the users. */
final class RunMembers {

    private static final byte[] NOTHING = {};

    private final RunFolder run;
    private final int worldSize;

    RunMembers(RunFolder run, int worldSize) {
        this.run = run;
        this.worldSize = worldSize;
    }

    /** Joins; false if another holder of the rank has joined before. */
    boolean join(int rank, String nonce) {
        byte[] mine = nonce.getBytes(StandardCharsets.US_ASCII);
        return Arrays.equals(mine, run.setIfAbsent("member:" + rank, mine));
    }

    void leave(int rank) {
        run.setIfAbsent("left:" + rank, NOTHING);
    }

    /** Whether all ranks but rank 0 have joined and left. */
    boolean allLeft() {
        return IntStream.range(1, worldSize)
                .allMatch(rank -> run.read("left:" + rank).isPresent());
    }
}
