package io.zerogather;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads what other modules provide; one that is broken is left out with a warning and does not take the rest along. */
final class LoadedServices {
    private static final Logger LOGGER = LoggerFactory.getLogger(LoadedServices.class);

    private LoadedServices() {}

    static <S> List<S> all(ServiceLoader<S> loader) {
        List<S> found = new ArrayList<>();
        Iterator<S> services = loader.iterator();
        while (true) {
            try {
                if (!services.hasNext()) {
                    return found;
                }
                found.add(services.next());
            } catch (ServiceConfigurationError e) {
                LOGGER.warn("A service on the class path cannot be loaded and is left out", e);
            }
        }
    }
}
