package io.zerogather.jni;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The copy of a library that lies on the class path or module path. */
final class NativeResource {
    private final String library;
    private final URL location;
    private final byte[] content;

    private NativeResource(String library, URL location, byte[] content) {
        this.library = library;
        this.location = location;
        this.content = content;
    }

    /**
     * Finds the one copy; several equal ones count as one.
     *
     * @throws NativeLibraryException if there is none, or two that differ
     * @throws IOException if one cannot be read
     */
    static NativeResource find(ClassLoader loader, String library) throws IOException {
        String name = "META-INF/native/" + Platform.current() + "/lib" + library + ".so";
        List<URL> locations = Collections.list(loader.getResources(name));
        if (locations.isEmpty()) {
            throw new NativeLibraryException(
                    "There is no " + name + " on the class path: the jar was built without it, or on another platform");
        }
        URL first = locations.get(0);
        byte[] content = read(first);
        for (URL other : locations.subList(1, locations.size())) {
            if (!Arrays.equals(content, read(other))) {
                throw new NativeLibraryException("Two different copies of " + name + " are on the class path, " + first
                        + " and " + other + "; leave only the one that belongs to the classes");
            }
        }
        return new NativeResource(library, first, content);
    }

    URL location() {
        return location;
    }

    UnpackedLibrary unpack() throws IOException {
        return UnpackedLibrary.of(library, content);
    }

    private static byte[] read(URL location) throws IOException {
        URLConnection connection = location.openConnection();
        connection.setUseCaches(false); // a cached jar would stay open
        try (InputStream in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }
}
