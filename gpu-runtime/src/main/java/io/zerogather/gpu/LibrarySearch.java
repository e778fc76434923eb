package io.zerogather.gpu;

import io.zerogather.jni.GpuBridge;
import io.zerogather.jni.GpuException;
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
 */
record LibrarySearch(List<String> files, String absence) {
    /** The environment variable that names the file of the GPU's library, which is then the only one that is tried. */
    static final String VARIABLE = "DS_SDMA_ALLGATHER_GPU_LIBRARY";

    private static final String NOT_FOUND = ": cannot open shared object file: No such file or directory";

    /**
     * The one library that the environment names.
     *
     * @param environment variables of the process
     * @return the search for it; empty if the variable is unset or blank
     */
    static Optional<LibrarySearch> named(Map<String, String> environment) {
        String file = environment.getOrDefault(VARIABLE, "");
        return file.isBlank()
                ? Optional.empty()
                : Optional.of(new LibrarySearch(List.of(file), VARIABLE + "=" + file + " cannot be used"));
    }

    /**
     * One library.
     *
     * @param library file
     * @return the search for it
     */
    static LibrarySearch of(Path library) {
        return new LibrarySearch(List.of(library.toString()), "the given library cannot be used");
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
        for (String file : files) {
            try {
                return GpuBridge.open(kind, file);
            } catch (GpuException e) {
                String text = String.valueOf(e.getMessage());
                // Of several that do not exist, the absence says it all.
                if (files.size() == 1 || !text.equals(file + NOT_FOUND)) {
                    refusals.add(text);
                }
            }
        }
        throw new GpuException(
                GpuBridge.NOT_OF_THE_RUNTIME,
                refusals.isEmpty() ? absence : absence + ": " + String.join("; ", refusals));
    }
}
