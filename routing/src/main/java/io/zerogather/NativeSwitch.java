package io.zerogather;

import io.zerogather.settings.Settings;
import io.zerogather.spi.NativeEnvironment;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exports the variable that the reference exports for its library. As there, a value that is present wins, and only ranks
 * that opt in are touched. A failure is not one of opening: the one engine that needs the variable looks for it itself.
 */
final class NativeSwitch {
    private static final Logger LOGGER = LoggerFactory.getLogger(Router.class);
    private static final String VARIABLE = "MORI_ENABLE_SDMA";

    private NativeSwitch() {}

    static void export(Settings settings, List<NativeEnvironment> environments) {
        if (!settings.enabled()) {
            return;
        }
        for (NativeEnvironment environment : environments) {
            try {
                boolean set = environment.setIfAbsent(VARIABLE, "1");
                LOGGER.debug("{} {}", VARIABLE, set ? "exported as 1" : "was set before");
                return;
            } catch (AllGatherException | LinkageError e) {
                LOGGER.debug("{} could not be exported", VARIABLE, e);
            }
        }
    }
}
