package io.zerogather.rccl.nccl;

import com.sun.jna.NativeLibrary;
import java.nio.file.Path;

/**
 * A library in this process.
 *
 * @param path the file without links
 * @param origin why it was tried, in words
 * @param handle keeps it loaded while reachable
 * @param setup its slow calls
 * @param versionCode what it says
 */
record LoadedLibrary(Path path, String origin, NativeLibrary handle, NcclSetup setup, int versionCode) {
    NcclVersion version() {
        return NcclVersion.of(versionCode);
    }
}
