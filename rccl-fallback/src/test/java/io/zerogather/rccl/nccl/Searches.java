package io.zerogather.rccl.nccl;

import java.nio.file.Path;
import java.util.Map;

/** Searches for tests. */
final class Searches {
    private Searches() {}

    /** Finds this file, in this process. */
    static LibrarySearch forFile(Path path) {
        return new LibrarySearch(path, Map.of(), Path.of("/"));
    }
}
