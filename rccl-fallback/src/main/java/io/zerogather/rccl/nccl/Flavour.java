package io.zerogather.rccl.nccl;

import java.util.List;
import java.util.regex.Pattern;

/** The two libraries that export the same functions. */
public enum Flavour {
    /** NVIDIA's, on CUDA. */
    NCCL("libnccl", "libnccl.so.2", "cuda"),
    /** AMD's, on HIP. */
    RCCL("librccl", "librccl.so.1", "hip");

    private final String library;
    private final String soname;
    private final String runtime;
    private final Pattern anyFileName;

    Flavour(String library, String soname, String runtime) {
        this.library = library;
        this.soname = soname;
        this.runtime = runtime;
        this.anyFileName = Pattern.compile(Pattern.quote(library) + "\\.so(\\.\\d+)*");
    }

    /**
     * Its name in messages.
     *
     * @return {@code NCCL} or {@code RCCL}
     */
    public String displayName() {
        return name();
    }

    /**
     * The name that the loader knows it by.
     *
     * @return for example {@code libnccl.so.2}
     */
    public String soname() {
        return soname;
    }

    /**
     * The GPU runtime that it works on.
     *
     * @return {@code cuda} or {@code hip}, as {@link io.zerogather.spi.DeviceRuntime#name()}
     */
    public String runtime() {
        return runtime;
    }

    /** The names that a file of it has in a folder, the likelier first. */
    List<String> fileNames() {
        return List.of(soname, library + ".so");
    }

    /** Whether a file of this name is a copy of it; its plugins, {@code libnccl-net.so} for example, are none. */
    boolean isFileName(String name) {
        return anyFileName.matcher(name).matches();
    }
}
