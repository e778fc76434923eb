package io.zerogather.rccl.nccl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The copies of NCCL and RCCL that are in this process, whoever loaded them, by the names of their files. */
final class MappedLibraries {
    private static final int FIELDS = 6;
    private static final String DELETED = " (deleted)";

    private final Path maps;

    /** Takes the kernel's list of a process's mappings. */
    MappedLibraries(Path maps) {
        this.maps = maps;
    }

    /** Each file once; empty where the kernel has no such list. */
    List<Path> copies() {
        try (Stream<String> lines = Files.lines(maps)) {
            List<Path> copies = new ArrayList<>();
            lines.map(MappedLibraries::fileOf)
                    .filter(MappedLibraries::isCopy)
                    .map(Path::of)
                    .filter(path -> copies.stream().noneMatch(copy -> isSame(copy, path)))
                    .forEach(copies::add);
            return copies;
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Those that are another file than this one. */
    List<Path> copiesBeside(Path path) {
        return copies().stream().filter(copy -> !isSame(copy, path)).toList();
    }

    /** Address, rights, offset, device, inode, and the file, which may hold spaces. */
    private static String fileOf(String line) {
        String[] fields = line.split(" +", FIELDS);
        String file = fields.length < FIELDS ? "" : fields[FIELDS - 1];
        return file.endsWith(DELETED) ? file.substring(0, file.length() - DELETED.length()) : file;
    }

    private static boolean isCopy(String file) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        return Stream.of(Flavour.values()).anyMatch(flavour -> flavour.isFileName(name));
    }

    /** The loader, too, takes two names of one file for one library. */
    private static boolean isSame(Path a, Path b) {
        try {
            return Files.isSameFile(a, b);
        } catch (IOException e) {
            return a.equals(b);
        }
    }
}
