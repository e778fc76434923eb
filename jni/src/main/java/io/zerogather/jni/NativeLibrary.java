package io.zerogather.jni;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds and loads the native libraries, each at most once. Thread-safe; a failure is remembered and thrown again with
 * the same text.
 *
 * <p>A library's system property, if set, names the file to load, and nothing else is tried. Otherwise the library is
 * the resource {@code META-INF/native/<os>-<arch>/lib<name>.so} beside the classes.
 */
public final class NativeLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);

    private static final NativeLibrary CORE = new NativeLibrary("zerogather_jni", "zerogather.native.path");
    private static final NativeLibrary GLOO = new NativeLibrary("zerogather_gloo", "zerogather.gloo.path");

    private final String name;
    private final String property;
    private final ClassLoader classLoader;
    private boolean loaded;
    private @Nullable NativeLibraryException failure;

    private NativeLibrary(String name, String property) {
        this(name, property, Objects.requireNonNull(NativeLibrary.class.getClassLoader()));
    }

    NativeLibrary(String name, String property, ClassLoader classLoader) {
        this.name = name;
        this.property = property;
        this.classLoader = classLoader;
    }

    /**
     * Makes the library's native methods callable.
     *
     * @param name {@code zerogather_jni} or {@code zerogather_gloo}
     * @throws NativeLibraryException if the library cannot be loaded on this rank
     */
    public static void load(String name) {
        byName(name).load();
    }

    /**
     * Makes the library's native methods callable and compares its interface with that of the calling class.
     *
     * @param name {@code zerogather_jni} or {@code zerogather_gloo}
     * @param expectedAbi version that the class was compiled against
     * @param actualAbi asks the loaded library for its version
     * @throws NativeLibraryException if the library cannot be loaded on this rank or is another version
     */
    public static void load(String name, int expectedAbi, IntSupplier actualAbi) {
        NativeLibrary library = byName(name);
        library.load();
        library.requireAbi(expectedAbi, actualAbi);
    }

    private static NativeLibrary byName(String name) {
        if (name.equals(CORE.name)) {
            return CORE;
        }
        if (name.equals(GLOO.name)) {
            return GLOO;
        }
        throw new IllegalArgumentException(
                "There is no native library '" + name + "', only " + CORE.name + " and " + GLOO.name);
    }

    synchronized void load() {
        if (loaded) {
            return;
        }
        if (failure != null) {
            throw new NativeLibraryException(String.valueOf(failure.getMessage()), failure);
        }
        try {
            loadNow();
            loaded = true;
        } catch (NativeLibraryException e) {
            failure = e;
            throw e;
        }
    }

    void requireAbi(int expected, IntSupplier actual) {
        int found;
        try {
            found = actual.getAsInt();
        } catch (UnsatisfiedLinkError e) {
            throw new NativeLibraryException(
                    "The file that was loaded as " + name + " is another library: " + e.getMessage(), e);
        }
        if (found != expected) {
            throw new NativeLibraryException("The native library " + name + " has interface version " + found
                    + ", the classes need " + expected + "; take both from one build");
        }
    }

    private void loadNow() {
        String path = System.getProperty(property);
        if (path != null) {
            loadFile(path);
        } else {
            loadResource();
        }
    }

    private void loadFile(String path) {
        Path file = Path.of(path).toAbsolutePath();
        String source = "-D" + property + "=" + path;
        if (!Files.isRegularFile(file)) {
            throw new NativeLibraryException(source + " names no file; correct it or leave it away");
        }
        link(file, source);
    }

    private void loadResource() {
        try {
            NativeResource resource = NativeResource.find(classLoader, name);
            try (UnpackedLibrary unpacked = resource.unpack()) {
                if (!unpacked.mayBeExecuted()) {
                    throw new NativeLibraryException("The folder for temporary files, "
                            + unpacked.folder().getParent()
                            + ", is mounted noexec, so " + name + " cannot be loaded from there; set"
                            + " -Djava.io.tmpdir to a folder without noexec, or -D" + property
                            + " to a copy of the library");
                }
                link(unpacked.file(), resource.location().toString());
            }
        } catch (IOException e) {
            throw new NativeLibraryException(
                    "The native library " + name + " for " + Platform.current()
                            + " could not be unpacked into the folder for temporary files, "
                            + System.getProperty("java.io.tmpdir") + ": " + e,
                    e);
        }
    }

    private void link(Path file, String source) {
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError e) {
            throw new NativeLibraryException(
                    "The native library " + name + " for " + Platform.current() + ", from " + source
                            + ", could not be loaded: " + e.getMessage(),
                    e);
        }
        LOG.debug("Loaded {} from {}", name, source);
    }
}
