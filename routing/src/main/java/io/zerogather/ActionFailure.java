package io.zerogather;

import io.zerogather.AllGatherException.Category;

/** Turns whatever an operation on a stream threw into the failure of its work. */
final class ActionFailure {
    private ActionFailure() {}

    /**
     * The failure of a work.
     *
     * @param thrown what the operation threw; checked ones too, which other languages throw undeclared
     * @param stream where it ran, in words
     */
    static AllGatherException of(Throwable thrown, String stream) {
        if (thrown instanceof AllGatherException known) {
            return known;
        }
        if (thrown instanceof InterruptedException) {
            return new AllGatherException(
                    Category.CLOSED, "The " + stream + " was stopped while this operation ran", thrown);
        }
        return new AllGatherException(
                Category.FATAL, "An operation on the " + stream + " failed: " + described(thrown), thrown);
    }

    private static String described(Throwable failure) {
        try {
            return failure.toString();
        } catch (RuntimeException e) {
            return failure.getClass().getName();
        }
    }
}
