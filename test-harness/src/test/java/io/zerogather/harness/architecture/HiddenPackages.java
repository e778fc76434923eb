package io.zerogather.harness.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** Packages of ours that no module on the class path exports to everyone; the command's own are not among them. */
final class HiddenPackages implements Predicate<String> {
    private final Set<String> exported = new HashSet<>();

    HiddenPackages() {
        try {
            for (URL file : Collections.list(getClass().getClassLoader().getResources("module-info.class"))) {
                try (InputStream descriptor = file.openStream()) {
                    ModuleDescriptor.read(descriptor).exports().stream()
                            .filter(export -> !export.isQualified())
                            .forEach(export -> exported.add(export.source()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean test(String name) {
        return !name.startsWith("io.zerogather.harness") && !exported.contains(name);
    }
}
