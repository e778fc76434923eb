package io.zerogather.harness.check;

/** One row of the report. Every rank runs the same checks in the same order. */
interface Check {
    /**
     * The row's name.
     *
     * @return at most ten characters or the name of an element type, so that the columns stay in line
     */
    String name();

    /**
     * Runs the check on this rank; what is wrong goes to the context's findings.
     *
     * @param context router, memory, findings
     * @throws InterruptedException if the rank is told to stop
     */
    void run(CheckContext context) throws InterruptedException;

    /**
     * Prints the row. Called on every rank once the verdict is settled.
     *
     * @param report where rows go; prints on rank 0 only
     * @param context after the check has run
     * @param verdict of all ranks
     */
    default void print(CheckReport report, CheckContext context, Verdict verdict) {
        report.correctness(
                name(), context.outputBytes(), verdict, context.ledger().counts());
    }
}
