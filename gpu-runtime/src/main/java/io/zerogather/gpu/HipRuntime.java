package io.zerogather.gpu;

import io.zerogather.jni.GpuBridge;
import io.zerogather.jni.MappedFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** AMD GPUs, through HIP's runtime library. */
public final class HipRuntime extends NativeRuntime {
    private static final String NAME = "hip";
    private static final int PREFERENCE = 90;
    private static final String NAME_OF_LIBRARY = "libamdhip64";
    // The newest first. The name without a number comes with the files for developers only.
    private static final List<String> LIBRARIES =
            List.of("libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so");

    /** For the service loader: the library that the environment names, that this process has loaded, or ROCm's. */
    public HipRuntime() {
        this(System.getenv(), MappedFiles.ofThisProcess());
    }

    HipRuntime(Map<String, String> environment, MappedFiles mapped) {
        this(search(environment, mapped));
    }

    private HipRuntime(LibrarySearch search) {
        super(NAME, PREFERENCE, GpuBridge.HIP, search);
    }

    /**
     * The runtime of one library, whatever the environment says.
     *
     * @param library a HIP runtime library
     * @return a runtime that looks nowhere else
     */
    public static HipRuntime of(Path library) {
        return new HipRuntime(LibrarySearch.of(library));
    }

    private static LibrarySearch search(Map<String, String> environment, MappedFiles mapped) {
        String folder = environment.getOrDefault("ROCM_PATH", "/opt/rocm") + "/lib";
        return LibrarySearch.of(
                environment,
                LoadedCopies.of(mapped, NAME_OF_LIBRARY),
                Stream.concat(LIBRARIES.stream(), LIBRARIES.stream().map(library -> folder + "/" + library))
                        .toList(),
                "no libamdhip64.so, nor one of version 7, 6 or 5, in the loader's path or in " + folder);
    }
}
