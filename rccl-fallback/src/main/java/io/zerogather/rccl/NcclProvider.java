package io.zerogather.rccl;

import io.zerogather.MemoryType;
import io.zerogather.rccl.communicator.NcclBackend;
import io.zerogather.rccl.nccl.Flavour;
import io.zerogather.rccl.nccl.LibrarySearch;
import io.zerogather.rccl.nccl.NcclLibrary;
import io.zerogather.rccl.nccl.NcclLibraryException;
import io.zerogather.settings.Settings;
import io.zerogather.spi.AllGatherBackend;
import io.zerogather.spi.Availability;
import io.zerogather.spi.FallbackProvider;
import io.zerogather.spi.Finding;
import io.zerogather.spi.GroupContext;
import io.zerogather.spi.ProbeContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The fallback for the memory of GPUs: one vendor's collective library. Thread-safe. */
abstract class NcclProvider implements FallbackProvider {
    private static final int PREFERENCE = 200;

    private final Flavour flavour;

    NcclProvider(Flavour flavour) {
        this.flavour = flavour;
    }

    @Override
    public final String name() {
        return flavour.displayName().toLowerCase(Locale.ROOT);
    }

    @Override
    public final String displayName() {
        return "RCCL/NCCL";
    }

    @Override
    public final int preference() {
        return PREFERENCE;
    }

    @Override
    public final MemoryType memory() {
        return MemoryType.DEVICE;
    }

    @Override
    public final Availability probe(ProbeContext context) {
        if (context.device().isEmpty()) {
            return Availability.no(context.deviceRefusal());
        }
        String runtime = context.device().get().runtime().name();
        if (!runtime.equals(flavour.runtime())) {
            return Availability.no(flavour.displayName() + " needs the GPU runtime " + flavour.runtime()
                    + ", this process has " + runtime);
        }
        try {
            NcclLibrary library = library(context.settings());
            Availability device = context.device().get().availability();
            if (!device.available()) {
                return device;
            }
            return Availability.yes(
                    library.compatibility(), context.device().get().info().busId());
        } catch (NcclLibraryException e) {
            return Availability.no(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public final List<Finding> findings(ProbeContext context) {
        List<Finding> findings = new ArrayList<>();
        context.device()
                .filter(device -> device.runtime().name().equals(flavour.runtime()))
                .ifPresent(device -> findings.add(new Finding("device", device.toString())));
        try {
            NcclLibrary library = library(context.settings());
            findings.add(new Finding("library", library.path().toString()));
            findings.add(new Finding("version", library.flavour().displayName() + " " + library.versionText()));
        } catch (NcclLibraryException e) {
            findings.add(new Finding("library", String.valueOf(e.getMessage())));
        }
        return findings;
    }

    @Override
    public final AllGatherBackend open(GroupContext context) {
        return NcclBackend.open(context, library(context.settings()));
    }

    private NcclLibrary library(Settings settings) {
        Optional<Path> file =
                settings.library().isEmpty() ? Optional.empty() : Optional.of(Path.of(settings.library()));
        return NcclLibrary.open(flavour, LibrarySearch.of(file));
    }
}
