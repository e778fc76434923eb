package io.zerogather.rendezvous;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

class FileRendezvousTest extends RendezvousContract {

    @TempDir
    Path directory;

    @Override
    List<? extends Rendezvous> create(int worldSize) {
        return FileRanks.openAll(worldSize, directory);
    }
}
