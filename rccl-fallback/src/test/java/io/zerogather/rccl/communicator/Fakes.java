package io.zerogather.rccl.communicator;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the test doubles of GPU runtimes and collective libraries are. */
final class Fakes {
    private static final Path FOLDER = Path.of(System.getProperty("zerogather.fakes"));

    private Fakes() {}

    static Path cuda() {
        return library("libzg_fake_cuda.so");
    }

    static Path hip() {
        return library("libzg_fake_hip.so");
    }

    static Path nccl() {
        return library("libzg_stub_nccl.so");
    }

    static Path rccl() {
        return library("libzg_stub_rccl.so");
    }

    private static Path library(String name) {
        Path file = FOLDER.resolve(name);
        if (!Files.exists(file)) {
            throw new IllegalStateException("no test double " + file + ": build the module jni first");
        }
        return file;
    }
}
