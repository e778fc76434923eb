package io.zerogather.harness.doctor;

import java.util.Map;

/** What the environment tells the libraries. */
final class VariableSection {
    private VariableSection() {}

    static Section of(Map<String, String> environment) {
        Section section = new Section("Environment of the libraries");
        for (Map.Entry<String, LibraryVariable> entry : LibraryVariable.setIn(environment)) {
            String value = environment.getOrDefault(entry.getKey(), "");
            String words = value + "  (" + entry.getValue().meaning() + ")";
            entry.getValue()
                    .warningFor(value)
                    .ifPresentOrElse(
                            warning -> section.warn(entry.getKey(), words + ": " + warning),
                            () -> section.add(entry.getKey(), words));
        }
        if (section.lines().isEmpty()) {
            section.add("variables", "none of those that change what the libraries do is set");
        }
        return section;
    }
}
