package io.zerogather.harness.doctor;

/** For which values of a variable a reader should be warned. */
enum Worry {
    /** None. */
    NEVER,
    /** Whatever it is set to. */
    ALWAYS,
    /** A number that is not 0, which is how the libraries read a switch that is on. */
    ON,
    /** The number 0. */
    OFF,
    /** The number 1. */
    ONE,
    /** Fewer than four, the default of what it is for. */
    FEW,
    /** The name of the check over all ranks. */
    GLOBAL_CHECK;

    private static final long USUAL_QUEUES = 4;

    /** Whether a value is one of them; what is no number counts as not set, as it does for the libraries. */
    boolean at(String value) {
        return switch (this) {
            case NEVER -> false;
            case ALWAYS -> true;
            case ON -> number(value, 0) != 0;
            case OFF -> number(value, 1) == 0;
            case ONE -> number(value, 0) == 1;
            case FEW -> number(value, USUAL_QUEUES) < USUAL_QUEUES;
            case GLOBAL_CHECK -> value.strip().equals("DEBUG_GLOBAL");
        };
    }

    private static long number(String value, long otherwise) {
        try {
            return Long.decode(value.strip());
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
