package io.zerogather.harness.doctor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the environment, and files that stand in for it, tell the libraries. */
final class VariableSection {
    private VariableSection() {}

    /**
     * Looks at all of it.
     *
     * @param environment the variables
     * @param files configuration files that a library reads if they are there
     */
    static Section of(Map<String, String> environment, List<Path> files) {
        Section section = new Section("environment", "Environment of the libraries");
        new TreeMap<>(environment)
                .forEach((name, value) ->
                        LibraryVariables.named(name).ifPresent(known -> add(section, known, name, value)));
        files.stream()
                .filter(Files::exists)
                .forEach(file -> section.warn(file.toString(), "sets further variables, which are not shown here"));
        if (section.lines().isEmpty()) {
            section.add("variables", "none of those that change what the libraries do is set");
        }
        return section;
    }

    /** The files that NCCL and RCCL look for. */
    static List<Path> configurationFiles() {
        Path home = Path.of(System.getProperty("user.home", "/"));
        return List.of(
                home.resolve(".nccl.conf"),
                Path.of("/etc/nccl.conf"),
                home.resolve(".rccl.conf"),
                Path.of("/etc/rccl.conf"));
    }

    private static void add(Section section, LibraryVariable known, String name, String value) {
        String words = Section.shown(value) + "  (" + known.meaning() + ")";
        if (known.worry().at(value)) {
            section.warn(name, words + ": " + known.warning());
        } else {
            section.add(name, words);
        }
    }
}
