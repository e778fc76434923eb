package io.zerogather.harness.launch;

/** How the command ends. */
public final class ExitStatus {
    /** Everything asked for was done and is right. */
    public static final int OK = 0;

    /** A check failed on some rank; every rank ends with this status. */
    public static final int FAILED = 1;

    /** The command line is wrong. */
    public static final int USAGE = 2;

    /** A rank crashed, or the job could not be set up. */
    public static final int BROKEN = 3;

    private ExitStatus() {}
}
