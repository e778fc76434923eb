package io.zerogather.rccl.nccl;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.ptr.IntByReference;
import java.nio.file.Path;
import java.util.Map;

/** The stubs of NCCL and RCCL, which the native build of jni leaves. */
final class Stubs {
    static final Path NCCL = file("libzg_stub_nccl.so");
    static final Path NCCL_WITHOUT_SPLIT = file("libzg_stub_nccl_nosplit.so");
    static final Path RCCL = file("libzg_stub_rccl.so");
    static final Path FAKE_CUDA = file("libzg_fake_cuda.so");

    private static final Map<String, Integer> LOCAL = Map.of(Library.OPTION_OPEN_FLAGS, 1);

    private Stubs() {}

    /** What the stubs export for tests, and more of the library's own functions than the product calls. */
    interface Controls extends Library {
        int zg_stub_command(String text);

        long zg_stub_live();

        int ncclCommUserRank(long comm, IntByReference rank);

        int ncclCommCount(long comm, IntByReference ranks);
    }

    /** The stub of this process. */
    static NcclLibrary open() {
        return NcclLibrary.open(Flavour.NCCL, Searches.forFile(NCCL));
    }

    static Controls controls() {
        return load(NCCL, Controls.class);
    }

    static <T extends Library> T load(Path path, Class<T> functions) {
        return Native.load(path.toString(), functions, LOCAL);
    }

    private static Path file(String name) {
        return Path.of(System.getProperty("zerogather.fakes"), name).normalize();
    }
}
