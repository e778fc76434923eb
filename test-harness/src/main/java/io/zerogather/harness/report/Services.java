package io.zerogather.harness.report;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * What the class path provides for one port. A router leaves out what is broken, so that a command must survive it.
 *
 * @param loaded what can be asked
 * @param broken why some cannot be loaded
 * @param <S> the port
 */
public record Services<S>(List<S> loaded, List<String> broken) {
    /** Keeps the lists from changing. {@inheritDoc} */
    public Services {
        loaded = List.copyOf(loaded);
        broken = List.copyOf(broken);
    }

    /**
     * Loads everything that a loader finds.
     *
     * @param loader finds the services
     * @param <S> the port
     * @return what it found
     */
    public static <S> Services<S> of(ServiceLoader<S> loader) {
        List<S> loaded = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        Iterator<S> services = loader.iterator();
        while (true) {
            try {
                if (!services.hasNext()) {
                    return new Services<>(loaded, broken);
                }
                loaded.add(services.next());
            } catch (ServiceConfigurationError e) {
                broken.add(String.valueOf(e.getMessage()));
            }
        }
    }
}
