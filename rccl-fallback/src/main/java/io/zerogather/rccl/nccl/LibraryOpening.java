package io.zerogather.rccl.nccl;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.IntByReference;
import io.zerogather.rccl.nccl.LibrarySearch.Candidate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One attempt: the candidates in their order, until one has been loaded. From then on there is no other to go on with. */
final class LibraryOpening {
    /**
     * RTLD_LAZY without RTLD_GLOBAL. By JNA's default the names would be public in the process, and those of another copy
     * would be bound to them.
     */
    private static final Map<String, Integer> LOCAL = Map.of(Library.OPTION_OPEN_FLAGS, 1);

    /** What was loaded stays loaded, fit or not: the libraries do not survive to be unloaded. */
    private static final List<NativeLibrary> KEPT = new ArrayList<>();

    private final Flavour flavour;
    private final LibrarySearch search;
    private final List<String> refused = new ArrayList<>();

    LibraryOpening(Flavour flavour, LibrarySearch search) {
        this.flavour = flavour;
        this.search = search;
    }

    LoadedLibrary open() {
        for (Candidate candidate : search.candidates(flavour)) {
            Path path = accepted(candidate);
            if (path != null) {
                refuseOtherCopies(path);
                NativeLibrary handle = load(candidate, path);
                if (handle != null) {
                    refuseOtherCopies(path);
                    return checked(candidate, path, handle);
                }
            }
        }
        throw new NcclLibraryException(noneFound());
    }

    private String noneFound() {
        String what = "No " + flavour.displayName() + " can be used: ";
        String tried = refused.isEmpty()
                ? flavour.soname() + " is neither beside a framework nor on the loader's path"
                : String.join("; ", refused);
        return what + tried + ". Install it, or name the file in " + LibrarySearch.SETTING;
    }

    private @Nullable Path accepted(Candidate candidate) {
        String refusal = LibraryFile.refusal(flavour, candidate.path());
        if (refusal == null) {
            try {
                return candidate.path().toRealPath();
            } catch (IOException e) {
                refusal = "cannot be resolved: " + e;
            }
        }
        refused.add(candidate + " " + refusal);
        return null;
    }

    private void refuseOtherCopies(Path path) {
        List<Path> others = search.mapped().copiesBeside(path);
        if (!others.isEmpty()) {
            throw new NcclLibraryException("A second copy is in this process: " + others.get(0) + " beside " + path
                    + ". One process can use one copy only; let both users take the same file, for example by "
                    + LibrarySearch.SETTING);
        }
    }

    private @Nullable NativeLibrary load(Candidate candidate, Path path) {
        try {
            NativeLibrary handle = NativeLibrary.getInstance(path.toString(), LOCAL);
            KEPT.add(handle);
            return handle;
        } catch (UnsatisfiedLinkError e) {
            // The first line repeats the path, the others are the loader's own words.
            String text =
                    String.valueOf(e.getMessage()).lines().skip(1).findFirst().orElse("no reason given");
            refused.add(candidate + " cannot be loaded: " + text);
            return null;
        }
    }

    private LoadedLibrary checked(Candidate candidate, Path path, NativeLibrary handle) {
        NcclSetup setup = Native.load(path.toString(), NcclSetup.class, LOCAL);
        IntByReference code = new IntByReference();
        int status = setup.ncclGetVersion(code);
        if (status != NcclResult.SUCCESS) {
            throw new NcclLibraryException(candidate + " does not tell its version: code " + status);
        }
        LoadedLibrary library = new LoadedLibrary(path, candidate.origin(), handle, setup, code.getValue());
        if (library.version().isBefore(NcclVersion.OLDEST)) {
            throw new NcclLibraryException(
                    candidate + " is " + flavour.displayName() + " " + library.version() + ", and "
                            + NcclVersion.OLDEST.series() + " or later is needed; name a newer file in "
                            + LibrarySearch.SETTING);
        }
        return library;
    }
}
