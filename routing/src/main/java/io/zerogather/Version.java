package io.zerogather;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Which version of this software runs; ranks with different ones do not share memory. */
final class Version {
    private static final String RESOURCE = "version.txt";

    private Version() {}

    static String current() {
        try (InputStream text = Version.class.getResourceAsStream(RESOURCE)) {
            return text == null ? "unknown" : new String(text.readAllBytes(), UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("The resource " + RESOURCE + " cannot be read", e);
        }
    }
}
