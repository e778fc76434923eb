package io.zerogather.rendezvous;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The search of one rank for its job's rank 0 in a directory: it asks under a fresh nonce and looks at every answer.
 * Used once.
 */
final class FileGuest {

    private static final Logger LOG = LoggerFactory.getLogger(FileGuest.class);

    private final FileRendezvous.Options options;
    private final JobFolder job;
    private final Deadline deadline;
    private final RefusalClock refusals;
    private final String nonce = Nonce.text();
    private final String request = JoinFiles.request(nonce);

    /** Why each run that answered is not ours. */
    private final Map<String, String> otherRuns = new TreeMap<>();

    private boolean refusedByOwnJob;

    FileGuest(FileRendezvous.Options options, JobFolder job, Deadline deadline, JoinTimings timings) {
        this.options = options;
        this.job = job;
        // Rank 0 needs a moment to answer, also to a rank that is late.
        this.deadline = deadline.orLater(Deadline.after(timings.firstTry()));
        this.refusals = new RefusalClock(timings.refusal());
    }

    /** The folder of the run, of which this rank is a member now. */
    RunFolder join() {
        try {
            job.publish(request, new byte[0]);
            return awaitAnswer();
        } catch (IOException failure) {
            throw new RendezvousException(
                    "rank " + options.rank() + " cannot use rendezvous directory " + options.directory() + " ("
                            + failure + "): it must be readable and writable",
                    failure);
        } finally {
            withdraw();
        }
    }

    private RunFolder awaitAnswer() throws IOException {
        Backoff backoff = new Backoff(FileRendezvous.FIRST_POLL_MILLIS, FileRendezvous.LONGEST_POLL_MILLIS);
        while (true) {
            RunFolder run = acceptAnswer();
            if (run != null) {
                return run;
            }
            if (deadline.expired()) {
                throw failure("found no rank 0 within " + deadline);
            }
            refusals.note(refusedByOwnJob);
            if (refusals.lasting()) {
                throw failure("is refused by its own job");
            }
            backoff.pause(deadline, "the search for rank 0");
        }
    }

    /** The run of the first answer that is ours, if there is one by now. */
    private @Nullable RunFolder acceptAnswer() throws IOException {
        String prefix = JoinFiles.answerPrefix(request);
        for (String answer : job.names(prefix)) {
            String runName = answer.substring(prefix.length());
            if (otherRuns.containsKey(runName)) {
                continue;
            }
            Optional<RunTerms> terms = job.read(answer).flatMap(RunTerms::of);
            if (terms.isEmpty()) {
                continue;
            }
            RunFolder run = job.run(runName);
            String obstacle = obstacle(run, terms.get());
            if (obstacle == null) {
                return run;
            }
            otherRuns.put(runName, obstacle);
        }
        return null;
    }

    /** Why this rank cannot belong to a run, or null once it does. */
    private @Nullable String obstacle(RunFolder run, RunTerms terms) {
        if (terms.generation() != options.generation()) {
            return "other generation (there " + terms.generation() + ", here " + options.generation() + ")";
        }
        if (terms.worldSize() != options.worldSize()) {
            refusedByOwnJob = true;
            return "other world size (there " + terms.worldSize() + ", here " + options.worldSize() + ")";
        }
        try {
            if (new RunMembers(run, options.worldSize()).join(options.rank(), nonce)) {
                return null;
            }
        } catch (RendezvousException gone) {
            return "it has just ended";
        }
        refusedByOwnJob = true;
        return "rank " + options.rank() + " already joined";
    }

    /** Removes the request and its answers; an answer that comes later still is removed by the run that gives it. */
    private void withdraw() {
        try {
            job.delete(request);
            for (String answer : job.names(JoinFiles.answerPrefix(request))) {
                job.delete(answer);
            }
        } catch (IOException failure) {
            LOG.debug("rank {} could not remove its join request from {}", options.rank(), job, failure);
        }
    }

    private RendezvousException failure(String what) {
        String runs = otherRuns.isEmpty() ? "nobody answered" : otherRuns.toString();
        return new RendezvousException(
                "rank " + options.rank() + " of " + options.worldSize() + " " + what + " in " + job
                        + " (generation " + options.generation() + "): " + runs
                        + ". Rank 0 must be running, with the same directory, world size and job token, and each"
                        + " rank must be started once.");
    }
}
