package io.zerogather.harness.rank;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** A rank did not take part in a round in time. */
public final class TallyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TallyException(String message) {
        super(message);
    }

    static TallyException silence(int listener, List<Integer> silent, Duration patience) {
        boolean one = silent.size() == 1;
        String ranks = silent.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return new TallyException("rank " + listener + " heard nothing from " + (one ? "rank " : "ranks ") + ranks
                + " for " + patience.toSeconds() + " s; " + (one ? "its output" : "their outputs") + " may say why");
    }
}
