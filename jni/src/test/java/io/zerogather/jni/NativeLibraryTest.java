package io.zerogather.jni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryTest {
    private static final String NAME = "zerogather_jni";
    private static final String PROPERTY = "zerogather.test.path";
    private static final String RESOURCE = "META-INF/native/" + Platform.current() + "/lib" + NAME + ".so";

    @TempDir
    private Path folder;

    @AfterEach
    void clearProperty() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void loadsTheResourceBesideTheClasses() {
        library(NativeLibraryTest.class.getClassLoader()).load();
    }

    @Test
    void loadsTheFileThatThePropertyNames() throws IOException {
        System.setProperty(PROPERTY, copyOfLibrary("explicit").toString());
        library(nothing()).load();
    }

    @Test
    void aPropertyThatNamesNoFileIsNotPassedOver() {
        System.setProperty(PROPERTY, folder.resolve("absent.so").toString());
        NativeLibrary library = library(NativeLibraryTest.class.getClassLoader());
        assertThatThrownBy(library::load)
                .isInstanceOf(NativeLibraryException.class)
                .hasMessageContaining("-D" + PROPERTY + "=" + folder.resolve("absent.so"))
                .hasMessageContaining("names no file");
    }

    @Test
    void aPropertyThatNamesSomethingElseIsNotPassedOver() throws IOException {
        Path text = Files.writeString(folder.resolve("text.so"), "no library");
        System.setProperty(PROPERTY, text.toString());
        assertThatThrownBy(library(NativeLibraryTest.class.getClassLoader())::load)
                .isInstanceOf(NativeLibraryException.class)
                .hasMessageContaining(text.toString())
                .hasMessageContaining("could not be loaded")
                .hasCauseInstanceOf(UnsatisfiedLinkError.class);
    }

    @Test
    void namesTheResourceThatIsMissing() {
        assertThatThrownBy(library(nothing())::load)
                .isInstanceOf(NativeLibraryException.class)
                .hasMessageContaining(RESOURCE);
    }

    @Test
    void refusesTwoDifferentCopiesAndNamesBoth() throws IOException {
        Path one = copyOfLibrary("one");
        Path other = copyOfLibrary("other");
        Files.writeString(other, "another build");
        assertThatThrownBy(library(classPath("one", "other"))::load)
                .isInstanceOf(NativeLibraryException.class)
                .hasMessageContaining("Two different copies")
                .hasMessageContaining(one.toString())
                .hasMessageContaining(other.toString());
    }

    @Test
    void takesTwoEqualCopiesForOne() throws IOException {
        copyOfLibrary("one");
        copyOfLibrary("other");
        library(classPath("one", "other")).load();
    }

    @Test
    void remembersItsFailureEvenIfTheCauseGoesAway() throws IOException {
        NativeLibrary library = library(classPath("later"));
        NativeLibraryException first = catchThrowableOfType(NativeLibraryException.class, library::load);
        copyOfLibrary("later");
        assertThatThrownBy(library::load)
                .isInstanceOf(NativeLibraryException.class)
                .hasMessage(first.getMessage())
                .hasCause(first);
    }

    @Test
    void loadsOnceForManyThreads() throws Exception {
        NativeLibrary library = library(NativeLibraryTest.class.getClassLoader());
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> loads = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                loads.add(threads.submit((Runnable) library::load));
            }
            for (Future<?> load : loads) {
                assertThat(load.get(1, TimeUnit.MINUTES)).isNull();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void refusesAnotherInterfaceVersion() {
        NativeLibrary library = library(NativeLibraryTest.class.getClassLoader());
        assertThatThrownBy(() -> library.requireAbi(3, () -> 4))
                .isInstanceOf(NativeLibraryException.class)
                .hasMessageContaining("has interface version 4, the classes need 3");
    }

    @Test
    void refusesAFileThatIsAnotherLibrary() {
        NativeLibrary library = library(NativeLibraryTest.class.getClassLoader());
        assertThatThrownBy(() -> library.requireAbi(1, () -> {
                    throw new UnsatisfiedLinkError("abiVersion");
                }))
                .isInstanceOf(NativeLibraryException.class)
                .hasMessageContaining("another library");
    }

    @Test
    void knowsItsLibrariesOnly() {
        assertThatThrownBy(() -> NativeLibrary.load("zerogather_xyz"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("zerogather_xyz")
                .hasMessageContaining("zerogather_gloo");
    }

    private static NativeLibrary library(ClassLoader classLoader) {
        return new NativeLibrary(NAME, PROPERTY, classLoader);
    }

    private ClassLoader nothing() {
        return new URLClassLoader(new URL[0], null);
    }

    private ClassLoader classPath(String... entries) throws MalformedURLException {
        URL[] urls = new URL[entries.length];
        for (int i = 0; i < entries.length; i++) {
            // A class path entry that is a folder ends with a slash, also before it exists.
            urls[i] = new URL(folder.toUri().toURL(), entries[i] + "/");
        }
        return new URLClassLoader(urls, null);
    }

    private Path copyOfLibrary(String entry) throws IOException {
        Path file = folder.resolve(entry).resolve(RESOURCE);
        Files.createDirectories(file.getParent());
        try (InputStream in = NativeLibraryTest.class.getClassLoader().getResourceAsStream(RESOURCE)) {
            Files.copy(in, file);
        }
        return file;
    }
}
