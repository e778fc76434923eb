package io.zerogather.jni;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The files that are mapped into this process, whoever loaded them, by the kernel's list. Thread-safe. */
public final class MappedFiles {
    private static final int FIELDS = 6;
    private static final String DELETED = " (deleted)";

    private final Path maps;

    private MappedFiles(Path maps) {
        this.maps = maps;
    }

    /**
     * Those of this process.
     *
     * @return a view: each question looks anew
     */
    public static MappedFiles ofThisProcess() {
        return of(Path.of("/proc/self/maps"));
    }

    /**
     * Those of a list.
     *
     * @param maps a file in the form of {@code /proc/self/maps}
     * @return a view: each question looks anew
     */
    public static MappedFiles of(Path maps) {
        return new MappedFiles(maps);
    }

    /**
     * The files whose last name is of a kind.
     *
     * @param name tells whether a name is meant
     * @return each file once, also if it is mapped by two names; one that was deleted by the name it had; empty where the
     *     kernel has no list
     */
    public List<Path> named(Predicate<String> name) {
        try (Stream<String> lines = Files.lines(maps)) {
            List<Path> files = new ArrayList<>();
            lines.map(MappedFiles::fileOf)
                    .filter(file -> name.test(file.substring(file.lastIndexOf('/') + 1)))
                    .map(Path::of)
                    .filter(path -> files.stream().noneMatch(file -> isSame(file, path)))
                    .forEach(files::add);
            return files;
        } catch (IOException e) {
            return List.of();
        }
    }

    /**
     * Whether two paths are one file, as the loader sees it.
     *
     * @param a path
     * @param b path
     * @return true too if both are the same path to nothing
     */
    public static boolean isSame(Path a, Path b) {
        try {
            return Files.isSameFile(a, b);
        } catch (IOException e) {
            return a.equals(b);
        }
    }

    /** Address, rights, offset, device, inode, and the file, which may hold spaces. */
    private static String fileOf(String line) {
        String[] fields = line.split(" +", FIELDS);
        String file = fields.length < FIELDS ? "" : fields[FIELDS - 1];
        return file.endsWith(DELETED) ? file.substring(0, file.length() - DELETED.length()) : file;
    }
}
