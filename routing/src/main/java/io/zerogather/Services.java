package io.zerogather;

import io.zerogather.spi.Availability;
import io.zerogather.spi.BackendProvider;
import io.zerogather.spi.ProbeContext;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds what other modules provide; one that is broken is left out with a warning and does not take the rest along. */
final class Services {
    private static final Logger LOGGER = LoggerFactory.getLogger(Services.class);

    private Services() {}

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

    /** Probes, and takes whatever a probe throws for a refusal: it must reach the vote. */
    static Availability probe(BackendProvider provider, ProbeContext context) {
        try {
            return provider.probe(context);
        } catch (RuntimeException | LinkageError e) {
            return Availability.no("its probe failed: " + e);
        }
    }

    static <P extends BackendProvider> P named(List<P> providers, String name) {
        return providers.stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AllGatherException(
                        AllGatherException.Category.SETUP, "no " + name + " on the class path of this rank"));
    }
}
