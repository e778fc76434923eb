package io.zerogather.gpu;

import io.zerogather.jni.GpuBridge;
import io.zerogather.jni.GpuException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a runtime's library may be.
 *
 * @param files paths, or names that the loader looks for; the first that can be used is taken
 * @param absence what to say if none can
 * @param chosen whether somebody chose the file, so that no other will do
 * @param loaded the copies in this process; empty if they do not matter
 */
record LibrarySearch(List<String> files, String absence, boolean chosen, Optional<LoadedCopies> loaded) {
    /** The environment variable that names the file of the GPU's library, which is then the only one that is tried. */
    static final String VARIABLE = "DS_SDMA_ALLGATHER_GPU_LIBRARY";

    private static final String NOT_FOUND = ": cannot open shared object file: No such file or directory";

    /**
     * The library that the environment names; else the copy that this process has; else the first that is found.
     *
     * @param environment variables of the process
     * @param loaded the copies in this process
     * @param files paths, or names that the loader looks for
     * @param absence what to say if none can be used
     * @return the search
     */
    static LibrarySearch of(Map<String, String> environment, LoadedCopies loaded, List<String> files, String absence) {
        String named = environment.getOrDefault(VARIABLE, "");
        return named.isBlank()
                ? new LibrarySearch(files, absence, false, Optional.of(loaded))
                : new LibrarySearch(
                        List.of(named), VARIABLE + "=" + named + " cannot be used", true, Optional.of(loaded));
    }

    /**
     * One library, whatever else this process has loaded.
     *
     * @param library file
     * @return the search for it
     */
    static LibrarySearch of(Path library) {
        return new LibrarySearch(
                List.of(library.toString()), "the given library cannot be used", true, Optional.empty());
    }

    /**
     * Opens the first library that can be used.
     *
     * @param kind what {@link GpuBridge#open} takes
     * @return the opened runtime
     * @throws GpuException if there is none, saying what was tried
     */
    long open(int kind) {
        List<String> refusals = new ArrayList<>();
        for (String file : candidates()) {
            try {
                return open(kind, file);
            } catch (GpuException e) {
                String text = String.valueOf(e.getMessage());
                // Of several that do not exist, the absence says it all.
                if (files.size() == 1 || !text.equals(file + NOT_FOUND)) {
                    refusals.add(text);
                }
            }
        }
        throw refused(refusals.isEmpty() ? absence : absence + ": " + String.join("; ", refusals) + advice());
    }

    /**
     * Looks again: another library may have brought a copy of its own since.
     *
     * @param file the copy that was opened
     * @throws GpuException if there is a second one
     */
    void refuseOtherCopies(Path file) {
        loaded.map(copies -> copies.beside(file))
                .filter(others -> !others.isEmpty())
                .ifPresent(others -> {
                    throw twoCopies(file, others.get(0));
                });
    }

    private List<String> candidates() {
        List<Path> copies = loaded.map(LoadedCopies::all).orElse(List.of());
        if (copies.size() > 1) {
            throw twoCopies(copies.get(0), copies.get(1));
        }
        if (copies.isEmpty()) {
            return files;
        }
        if (chosen) {
            if (isPath(files.get(0))) {
                refuseOtherCopies(Path.of(files.get(0)));
            }
            return files;
        }
        return List.of(copies.get(0).toString());
    }

    private static long open(int kind, String file) {
        // To open a pipe, for example, would wait for somebody who writes.
        if (isPath(file) && Files.exists(Path.of(file)) && !Files.isRegularFile(Path.of(file))) {
            throw refused(file + " is no regular file");
        }
        return GpuBridge.open(kind, file);
    }

    private static boolean isPath(String file) {
        return file.contains("/");
    }

    private String advice() {
        return chosen && loaded.isPresent() ? "; name the file of such a library in " + VARIABLE + ", or unset it" : "";
    }

    private static GpuException twoCopies(Path one, Path other) {
        return refused("two copies of one GPU library would be in this process, " + one + " and " + other
                + ", whose streams and memory the other does not know; let all users take one of them, for example by "
                + VARIABLE);
    }

    private static GpuException refused(String why) {
        return new GpuException(GpuBridge.NOT_OF_THE_RUNTIME, why);
    }
}
