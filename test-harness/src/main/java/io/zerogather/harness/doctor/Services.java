package io.zerogather.harness.doctor;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * What the class path provides for one port.
 *
 * @param loaded what can be asked
 * @param broken why some cannot be loaded; a router leaves them out
 * @param <S> the port
 */
record Services<S>(List<S> loaded, List<String> broken) {
    /** Loads everything that a loader finds. */
    static <S> Services<S> of(ServiceLoader<S> loader) {
        List<S> loaded = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        Iterator<S> services = loader.iterator();
        while (true) {
            try {
                if (!services.hasNext()) {
                    return new Services<>(List.copyOf(loaded), List.copyOf(broken));
                }
                loaded.add(services.next());
            } catch (ServiceConfigurationError e) {
                broken.add(String.valueOf(e.getMessage()));
            }
        }
    }

    /** Says what is broken. */
    void reportBroken(Section section, String topic) {
        broken.forEach(why -> section.warn(topic, "left out, it cannot be loaded: " + why));
    }
}
