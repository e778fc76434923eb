package io.zerogather.rccl.nccl;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the library is looked for, in this order: the setting {@code DS_SDMA_ALLGATHER_LIBRARY}, alone if it is set; the
 * copy that is in this process already, alone if there is one, so that it is shared with a framework; the packages of a
 * Python; the loader's path; {@code ROCM_PATH}. Nothing is loaded, nothing is run. Thread-safe.
 */
public final class LibrarySearch {
    /** The setting that names the file. */
    public static final String SETTING = "DS_SDMA_ALLGATHER_LIBRARY";

    private final @Nullable Path explicit;
    private final Map<String, String> environment;
    private final Path root;
    private final MappedLibraries mapped;

    /** The root is where the system's own folders are, {@code /proc} included. */
    LibrarySearch(@Nullable Path explicit, Map<String, String> environment, Path root) {
        this.explicit = explicit;
        this.environment = Map.copyOf(environment);
        this.root = root;
        this.mapped = new MappedLibraries(root.resolve("proc/self/maps"));
    }

    /**
     * Searches on this machine, by this process's environment.
     *
     * @param explicit value of {@link #SETTING}; empty where it is not set
     * @return a new one
     */
    public static LibrarySearch of(Optional<Path> explicit) {
        return new LibrarySearch(explicit.orElse(null), System.getenv(), Path.of("/"));
    }

    /**
     * A place to try.
     *
     * @param path a file, which may not exist
     * @param origin why it is tried, in words
     */
    record Candidate(Path path, String origin) {
        @Override
        public String toString() {
            return path + " (" + origin + ")";
        }
    }

    /** In the order of trial. Only the explicit one and one of this process may be missing or unfit. */
    List<Candidate> candidates(Flavour flavour) {
        if (explicit != null) {
            return List.of(new Candidate(explicit, SETTING));
        }
        List<Candidate> candidates = new ArrayList<>();
        mapped.copies().forEach(path -> candidates.add(new Candidate(path, "in this process already")));
        if (candidates.isEmpty()) {
            packaged(flavour, candidates);
            loadable(flavour, candidates);
        }
        return candidates;
    }

    MappedLibraries mapped() {
        return mapped;
    }

    private void packaged(Flavour flavour, List<Candidate> candidates) {
        for (Path packages : new PythonFolders(environment).packageFolders()) {
            Set<Path> folders = new LinkedHashSet<>();
            folders.add(packages.resolve("torch/lib"));
            if (flavour == Flavour.NCCL) {
                folders.add(packages.resolve("nvidia/nccl/lib"));
            } else {
                PythonFolders.matches(packages, "_rocm_sdk_libraries*")
                        .forEach(distribution -> folders.add(distribution.resolve("lib")));
            }
            addFrom(folders, "beside a framework", flavour, candidates);
        }
        String conda = environment.get("CONDA_PREFIX");
        if (conda != null) {
            addFrom(Set.of(Path.of(conda, "lib")), "CONDA_PREFIX", flavour, candidates);
        }
    }

    private void loadable(Flavour flavour, List<Candidate> candidates) {
        new LoaderPath(environment, root)
                .candidates(flavour.soname())
                .forEach(path -> add(path, "the loader's path", candidates));
        if (flavour == Flavour.RCCL) {
            Path rocm = Optional.ofNullable(environment.get("ROCM_PATH"))
                    .map(Path::of)
                    .orElse(root.resolve("opt/rocm"));
            addFrom(Set.of(rocm.resolve("lib")), "ROCM_PATH", flavour, candidates);
        }
    }

    private static void addFrom(Set<Path> folders, String origin, Flavour flavour, List<Candidate> candidates) {
        for (Path folder : folders) {
            flavour.fileNames().forEach(name -> add(folder.resolve(name), origin, candidates));
        }
    }

    private static void add(Path path, String origin, List<Candidate> candidates) {
        if (Files.exists(path)) {
            candidates.add(new Candidate(path, origin));
        }
    }
}
