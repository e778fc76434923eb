package io.zerogather.rendezvous;

import java.nio.file.Path;

/** Where the ranks of a job keep their common store. */
public sealed interface StoreLocation {

    /** In rank 0's memory, served over TCP near the master port. */
    record Tcp() implements StoreLocation {}

    /**
     * In a directory.
     *
     * @param path an existing directory that all ranks see
     */
    record Directory(Path path) implements StoreLocation {}
}
