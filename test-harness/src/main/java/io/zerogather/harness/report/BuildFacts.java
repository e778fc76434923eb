package io.zerogather.harness.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * What was measured.
 *
 * @param version of this build
 * @param commit of the sources, as the launcher script found it, or {@code unknown}
 * @param java the virtual machine
 */
public record BuildFacts(String version, String commit, String java) {
    private static final String RESOURCE = "/io/zerogather/harness/build.properties";

    /**
     * This build.
     *
     * @return its facts
     */
    public static BuildFacts current() {
        return new BuildFacts(
                readVersion(),
                System.getProperty("zerogather.commit", "unknown"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    }

    private static String readVersion() {
        Properties properties = new Properties();
        try (InputStream resource = BuildFacts.class.getResourceAsStream(RESOURCE)) {
            if (resource == null) {
                throw new IllegalStateException("The build left out " + RESOURCE);
            }
            properties.load(resource);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }
}
