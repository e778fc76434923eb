package io.zerogather.harness.report;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** How the command complains: one line on standard error. */
public final class ErrorLine {
    private ErrorLine() {}

    /**
     * Words a complaint.
     *
     * @param problem what is wrong, and what to do
     * @return one line
     */
    public static String of(String problem) {
        return "zerogather: " + PlainText.of(problem, PlainText.LINE);
    }

    /**
     * Complains.
     *
     * @param problem what is wrong, and what to do
     */
    public static void print(String problem) {
        System.err.println(of(problem));
    }

    /** Why a file cannot be used, in words for people. */
    static String reason(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "its folder does not exist";
        }
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        return failure instanceof FileSystemException named && named.getReason() != null
                ? named.getReason()
                : String.valueOf(failure.getMessage());
    }
}
