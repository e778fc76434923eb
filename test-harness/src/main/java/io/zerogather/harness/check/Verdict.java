package io.zerogather.harness.check;

import io.zerogather.harness.rank.Tally;
import java.util.Arrays;

/** What a check came to, from good to bad. */
enum Verdict {
    /** Everything was right. */
    PASSED(0),
    /** Something was wrong; further checks make sense. */
    FAILED(1),
    /** A rank could not go on: the ranks are out of step, and further checks would only wait for each other. */
    STOPPED(2);

    private final int severity;

    Verdict(int severity) {
        this.severity = severity;
    }

    Verdict and(Verdict other) {
        return severity >= other.severity ? this : other;
    }

    /** The worst of what all ranks say. */
    Verdict settle(Tally tally) {
        double worst = tally.numbers(severity).stream()
                .mapToDouble(numbers -> numbers[0])
                .max()
                .orElseThrow();
        return Arrays.stream(values())
                .filter(verdict -> verdict.severity == worst)
                .findFirst()
                .orElseThrow();
    }
}
