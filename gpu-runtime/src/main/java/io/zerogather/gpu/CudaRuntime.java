package io.zerogather.gpu;

import io.zerogather.jni.GpuBridge;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** NVIDIA GPUs, through CUDA's driver library. */
public final class CudaRuntime extends NativeRuntime {
    private static final String NAME = "cuda";
    private static final int PREFERENCE = 100;
    private static final String LIBRARY = "libcuda.so.1";

    /** For the service loader: the library that the environment names, or the driver's. */
    public CudaRuntime() {
        this(System.getenv());
    }

    CudaRuntime(Map<String, String> environment) {
        this(LibrarySearch.named(environment)
                .orElseGet(() -> new LibrarySearch(List.of(LIBRARY), "no " + LIBRARY + " in the loader's path")));
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
