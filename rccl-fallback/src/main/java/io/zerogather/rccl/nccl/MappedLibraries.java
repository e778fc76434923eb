package io.zerogather.rccl.nccl;

import io.zerogather.jni.MappedFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The copies of NCCL and RCCL that are in this process, whoever loaded them, by the names of their files. */
final class MappedLibraries {
    private final MappedFiles files;

    /** Takes the kernel's list of a process's mappings. */
    MappedLibraries(Path maps) {
        this.files = MappedFiles.of(maps);
    }

    /** Each file once; empty where the kernel has no such list. */
    List<Path> copies() {
        return files.named(MappedLibraries::isCopy);
    }

    /** Those that are another file than this one. */
    List<Path> copiesBeside(Path path) {
        return copies().stream().filter(copy -> !MappedFiles.isSame(copy, path)).toList();
    }

    private static boolean isCopy(String name) {
        return Stream.of(Flavour.values()).anyMatch(flavour -> flavour.isFileName(name));
    }
}
