package io.zerogather.gpu;

import io.zerogather.jni.GpuBridge;
import io.zerogather.jni.MappedFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** NVIDIA GPUs, through CUDA's driver library. */
public final class CudaRuntime extends NativeRuntime {
    private static final String NAME = "cuda";
    private static final int PREFERENCE = 100;
    private static final String NAME_OF_LIBRARY = "libcuda";
    private static final String LIBRARY = NAME_OF_LIBRARY + ".so.1";

    /** For the service loader: the library that the environment names, that this process has loaded, or the driver's. */
    public CudaRuntime() {
        this(System.getenv(), MappedFiles.ofThisProcess());
    }

    CudaRuntime(Map<String, String> environment, MappedFiles mapped) {
        this(LibrarySearch.of(
                environment,
                LoadedCopies.of(mapped, NAME_OF_LIBRARY),
                List.of(LIBRARY),
                "no " + LIBRARY + " in the loader's path"));
    }

    private CudaRuntime(LibrarySearch search) {
        super(NAME, PREFERENCE, GpuBridge.CUDA, search);
    }

    /**
     * The runtime of one library, whatever the environment says.
     *
     * @param library a CUDA driver library
     * @return a runtime that looks nowhere else
     */
    public static CudaRuntime of(Path library) {
        return new CudaRuntime(LibrarySearch.of(library));
    }
}
