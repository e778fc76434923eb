package io.zerogather.rendezvous;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rank 0's part of a rendezvous in a directory: it makes the run's folder and answers every join request with its name.
 * Requests that dead ranks left are answered too, to nobody.
 */
final class FileHost implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FileHost.class);

    /** Requests are rare once the ranks are there, and the folder may be on a server. */
    private static final long LONGEST_POLL_MILLIS = 100;

    private final FileRendezvous.Options options;
    private final JobFolder job;
    private final String runName;
    private final RunFolder run;
    private final RunMembers members;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CountDownLatch stop = new CountDownLatch(1);

    /** The answers given, by request. Guarded by this. */
    private final Map<String, String> answers = new HashMap<>();

    private FileHost(FileRendezvous.Options options, JobFolder job, String runName, RunFolder run) {
        this.options = options;
        this.job = job;
        this.runName = runName;
        this.run = run;
        this.members = new RunMembers(run, options.worldSize());
    }

    static FileHost open(FileRendezvous.Options options, JobFolder job) {
        String runName = JoinFiles.RUN_PREFIX + Nonce.text();
        FileHost host;
        try {
            host = new FileHost(options, job, runName, job.createRun(runName));
        } catch (IOException failure) {
            throw new RendezvousException(
                    "rank 0 cannot use rendezvous directory " + options.directory() + " (" + failure
                            + "): it must be writable",
                    failure);
        }
        host.start();
        return host;
    }

    RunFolder run() {
        return run;
    }

    /**
     * Waits until all ranks have joined and left or the linger has passed, so that nobody misses the last key; then
     * deletes the run.
     */
    @Override
    public void close() {
        if (closing.getAndSet(true)) {
            return;
        }
        try {
            awaitAllLeft();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (RendezvousException lost) {
            LOG.debug("rendezvous in {} is gone before it was closed", run, lost);
        }
        cleanUp();
    }

    private void start() {
        boolean usable = false;
        try {
            // The first key shows whether keys can be written at all.
            members.join(0, runName);
            usable = true;
        } finally {
            if (!usable) {
                cleanUp();
            }
        }
        Daemon.start("desk", this::answerRequests);
    }

    private void answerRequests() {
        Backoff backoff = newBackoff();
        try {
            do {
                if (answerNew()) {
                    backoff = newBackoff();
                }
            } while (!stop.await(backoff.nextMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers the requests that have come since last time; false if none has. */
    private synchronized boolean answerNew() {
        if (stop.getCount() == 0) {
            return false;
        }
        boolean any = false;
        try {
            for (String request : job.names(JoinFiles.REQUEST_PREFIX)) {
                if (!answers.containsKey(request)) {
                    String answer = JoinFiles.answerPrefix(request) + runName;
                    job.publish(answer, new RunTerms(options.worldSize(), options.generation()).bytes());
                    answers.put(request, answer);
                    any = true;
                }
            }
        } catch (IOException failure) {
            LOG.warn("rank 0 could not answer join requests in {}", job, failure);
        }
        return any;
    }

    private void awaitAllLeft() throws InterruptedException {
        Deadline deadline = Deadline.after(options.linger());
        Backoff backoff = newBackoff();
        while (!members.allLeft()) {
            if (deadline.expired()) {
                LOG.debug("rendezvous in {} closes although some ranks have not left it", run);
                return;
            }
            backoff.pause(deadline);
        }
    }

    private synchronized void cleanUp() {
        stop.countDown();
        try {
            for (String answer : answers.values()) {
                job.delete(answer);
            }
            run.delete();
            job.deleteIfEmpty();
        } catch (IOException failure) {
            LOG.warn("rank 0 could not remove the rendezvous folder {}; it may be deleted by hand", run, failure);
        }
    }

    private static Backoff newBackoff() {
        return new Backoff(FileRendezvous.FIRST_POLL_MILLIS, LONGEST_POLL_MILLIS);
    }
}
