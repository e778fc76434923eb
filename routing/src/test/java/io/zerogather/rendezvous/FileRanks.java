package io.zerogather.rendezvous;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Ranks that meet in a directory, in one process. */
final class FileRanks {

    static final JobToken TOKEN = JobToken.of("secret");

    private FileRanks() {}

    static FileRendezvous.Options options(int rank, int worldSize, Path directory) {
        return FileRendezvous.Options.of(rank, worldSize, directory, TOKEN);
    }

    static FileRendezvous.Options generation(long generation, int rank, int worldSize, Path directory) {
        return new FileRendezvous.Options(rank, worldSize, directory, TOKEN, generation, FileRendezvous.DEFAULT_LINGER);
    }

    static FileRendezvous.Options linger(Duration linger, int rank, int worldSize, Path directory) {
        return new FileRendezvous.Options(rank, worldSize, directory, TOKEN, 1, linger);
    }

    static FileRendezvous open(FileRendezvous.Options options) {
        return FileRendezvous.open(options, RendezvousContract.soon(), TcpRanks.TIMINGS);
    }

    /** All ranks of a world, in rank order. */
    static List<FileRendezvous> openAll(int worldSize, Path directory) {
        List<FileRendezvous> ranks = new ArrayList<>();
        for (int rank = 0; rank < worldSize; rank++) {
            ranks.add(open(options(rank, worldSize, directory)));
        }
        return ranks;
    }
}
