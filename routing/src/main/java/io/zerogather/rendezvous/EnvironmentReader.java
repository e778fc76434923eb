package io.zerogather.rendezvous;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads variables and collects everything that is wrong with them, so that a user sees it all at once. */
final class EnvironmentReader {

    private final Map<String, String> environment;
    private final List<String> problems = new ArrayList<>();

    EnvironmentReader(Map<String, String> environment) {
        this.environment = environment;
    }

    /** A variable's value without blanks around it; null if it is not set or blank. */
    @Nullable
    String optional(String name) {
        String value = environment.get(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    /** A required text; empty, and a problem, if it is missing. */
    String text(String name, String expected) {
        String value = optional(name);
        if (value == null) {
            problem(name, expected);
            return "";
        }
        return value;
    }

    /** A required integer from {@code least} to {@code most}; empty, and a problem, if it is something else. */
    OptionalInt integer(String name, int least, int most) {
        String value = optional(name);
        if (value != null) {
            try {
                int number = Integer.parseInt(value);
                if (number >= least && number <= most) {
                    return OptionalInt.of(number);
                }
            } catch (NumberFormatException malformed) {
                // The problem below quotes the value.
            }
        }
        problem(name, "an integer from " + least + " to " + most);
        return OptionalInt.empty();
    }

    /** Notes that a variable is not as expected. */
    void problem(String name, String expected) {
        String value = environment.get(name);
        problems.add(name + (value == null ? " is not set" : " is \"" + value + "\"") + ", expected " + expected);
    }

    /** Throws if there was any problem. */
    void check() {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "cannot tell this process's place in its job: " + String.join("; ", problems)
                            + ". A launcher such as torchrun sets these variables on every rank.");
        }
    }
}
