package io.zerogather.harness.doctor;

/**
 * A variable of the collective libraries or GPU runtimes that changes what they do.
 *
 * @param name the variable, or the beginning of the names of a family if it ends in {@code *}
 * @param meaning what it does
 * @param worry the values that the warning is shown for
 * @param warning what they mean here, or empty
 */
record LibraryVariable(String name, String meaning, Worry worry, String warning) {
    private static final String FAMILY = "*";

    /** Whether a variable is meant. */
    boolean matches(String variable) {
        return name.endsWith(FAMILY)
                ? variable.startsWith(name.substring(0, name.length() - FAMILY.length()))
                : variable.equals(name);
    }
}
