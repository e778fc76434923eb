package io.zerogather.rccl.nccl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges a file by what it says about itself, before it is loaded. */
final class LibraryFile {
    /** What is called; RCCL of the same level exports the same. */
    private static final List<String> NEEDED_EXPORTS = List.of(
            "ncclGetVersion",
            "ncclGetUniqueId",
            "ncclCommInitRankConfig",
            "ncclCommSplit",
            "ncclCommFinalize",
            "ncclCommDestroy",
            "ncclCommAbort",
            "ncclCommGetAsyncError",
            "ncclGetErrorString",
            "ncclGetLastError",
            "ncclAllGather");
    /** RCCL's own functions, of which every version has one or more. */
    private static final List<String> RCCL_EXPORTS =
            List.of("mscclLoadAlgo", "ncclAllReduceWithBias", "ncclAllToAllv", "ncclAlltoAllv", "ncclAllToAll");

    private static final String HIP = "libamdhip64.so";

    private LibraryFile() {}

    /** Why the file is not what is looked for, without its path; null if it is. */
    static @Nullable String refusal(Flavour wanted, Path path) {
        if (!Files.exists(path)) {
            return "names no file";
        }
        if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
            return "is no file that can be read";
        }
        try {
            return refusal(wanted, ElfFile.read(path));
        } catch (IOException e) {
            return "is " + e.getMessage();
        }
    }

    private static @Nullable String refusal(Flavour wanted, ElfFile file) {
        if (file.machine() != machine()) {
            return "is a library for another machine";
        }
        if (!file.exports().contains("ncclGetVersion")) {
            return "is neither NCCL nor RCCL: it does not export ncclGetVersion";
        }
        String mark = markOfRccl(file);
        if (wanted == Flavour.NCCL && mark != null) {
            return "is RCCL, not NCCL: it " + mark;
        }
        if (wanted == Flavour.RCCL && mark == null) {
            return "is NCCL, not RCCL: it has none of RCCL's own functions and does not need " + HIP;
        }
        List<String> missing = NEEDED_EXPORTS.stream()
                .filter(name -> !file.exports().contains(name))
                .toList();
        return missing.isEmpty()
                ? null
                : "does not export " + String.join(", ", missing) + "; " + wanted.displayName() + " "
                        + NcclVersion.OLDEST.series() + " or later is needed";
    }

    private static @Nullable String markOfRccl(ElfFile file) {
        for (String name : RCCL_EXPORTS) {
            if (file.exports().contains(name)) {
                return "exports " + name;
            }
        }
        for (String name : file.dependencies()) {
            if (name.startsWith(HIP)) {
                return "needs " + name;
            }
        }
        return null;
    }

    private static int machine() {
        return System.getProperty("os.arch").equals("aarch64") ? ElfFile.AARCH64 : ElfFile.X86_64;
    }
}
