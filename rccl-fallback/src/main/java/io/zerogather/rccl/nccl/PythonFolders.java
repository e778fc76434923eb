package io.zerogather.rccl.nccl;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where packages of a Python lie that a framework may have been installed into: what {@code PYTHONPATH}, {@code
 * VIRTUAL_ENV}, {@code CONDA_PREFIX} and the {@code python3} of {@code PATH} say. No Python is run.
 */
final class PythonFolders {
    private static final List<String> LIBRARY_FOLDERS = List.of("lib", "lib64", "local/lib");
    private static final List<String> PACKAGE_FOLDERS = List.of("site-packages", "dist-packages");

    private final Map<String, String> environment;

    PythonFolders(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Folders that exist, in the order in which Python would look. */
    List<Path> packageFolders() {
        Set<Path> folders = new LinkedHashSet<>();
        for (Path entry : entries("PYTHONPATH")) {
            if (Files.isDirectory(entry)) {
                folders.add(entry);
            }
        }
        prefixes().forEach(prefix -> folders.addAll(packageFoldersOf(prefix)));
        return List.copyOf(folders);
    }

    /** Folders that hold {@code lib} and {@code bin} of one Python. */
    private Set<Path> prefixes() {
        Set<Path> prefixes = new LinkedHashSet<>(entries("VIRTUAL_ENV"));
        prefixes.addAll(entries("CONDA_PREFIX"));
        entries("PATH").stream()
                .map(folder -> folder.resolve("python3"))
                .filter(Files::isExecutable)
                .findFirst()
                .ifPresent(python -> addPrefixes(prefixes, python));
        return prefixes;
    }

    /** A virtual environment's Python is a link: packages lie beside the link, and perhaps beside what it leads to. */
    private static void addPrefixes(Set<Path> prefixes, Path python) {
        try {
            for (Path file : List.of(python, python.toRealPath())) {
                Path folder = file.getParent();
                Path prefix = folder == null ? null : folder.getParent();
                if (prefix != null) {
                    prefixes.add(prefix);
                }
            }
        } catch (IOException e) {
            // A link that leads nowhere: no Python, no packages.
        }
    }

    private static List<Path> packageFoldersOf(Path prefix) {
        List<Path> folders = new ArrayList<>();
        for (String library : LIBRARY_FOLDERS) {
            for (Path version : matches(prefix.resolve(library), "python3*")) {
                for (String packages : PACKAGE_FOLDERS) {
                    Path folder = version.resolve(packages);
                    if (Files.isDirectory(folder)) {
                        folders.add(folder);
                    }
                }
            }
        }
        return folders;
    }

    /** What matches in a folder, sorted downwards, so that {@code python3.12} comes before {@code python3}. */
    static List<Path> matches(Path folder, String glob) {
        List<Path> matches = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            entries.forEach(matches::add);
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        matches.sort(Collections.reverseOrder());
        return matches;
    }

    private List<Path> entries(String variable) {
        List<Path> entries = new ArrayList<>();
        for (String entry : environment.getOrDefault(variable, "").split(":", -1)) {
            if (!entry.isEmpty()) {
                entries.add(Path.of(entry));
            }
        }
        return entries;
    }
}
