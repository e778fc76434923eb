package io.zerogather.rendezvous;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A rendezvous in a directory that all ranks see, on a file system with hard links. Waiting is polling, at intervals
 * that grow from 1 to 20 ms; on a network file system its own caches delay what the ranks see of each other.
 *
 * <p>A run that was killed leaves a small folder behind. It confuses no later run and may be deleted when none is
 * running. Jobs that share a directory at the same time need different tokens.
 */
public final class FileRendezvous implements Rendezvous {

    /** How long rank 0 keeps the run's folder after it has closed, unless all others leave before. */
    public static final Duration DEFAULT_LINGER = Duration.ofSeconds(5);

    static final long FIRST_POLL_MILLIS = 1;
    static final long LONGEST_POLL_MILLIS = 20;

    private final Options options;
    private final RunFolder run;
    private final RunMembers members;
    private final @Nullable FileHost host;
    private final CountDownLatch closed = new CountDownLatch(1);

    private FileRendezvous(Options options, RunFolder run, @Nullable FileHost host) {
        this.options = options;
        this.run = run;
        this.members = new RunMembers(run, options.worldSize());
        this.host = host;
    }

    /**
     * Opens the rendezvous of one rank. Rank 0 returns at once; another rank returns once rank 0 has answered it.
     *
     * @param options who this rank is and where to meet
     * @param deadline when to give up; half a second is spent even if it has passed
     * @return the open rendezvous
     * @throws RendezvousException if the directory cannot be used, or no rank 0 of this job answers
     */
    public static FileRendezvous open(Options options, Deadline deadline) {
        return open(options, deadline, JoinTimings.DEFAULT);
    }

    static FileRendezvous open(Options options, Deadline deadline, JoinTimings timings) {
        if (!Files.isDirectory(options.directory())) {
            throw new RendezvousException("rendezvous directory " + options.directory()
                    + " is not there or is no directory: make it, where all ranks of the job see it");
        }
        JobFolder job = new JobFolder(options.directory(), options.jobToken());
        if (options.rank() == 0) {
            FileHost host = FileHost.open(options, job);
            return new FileRendezvous(options, host.run(), host);
        }
        return new FileRendezvous(options, new FileGuest(options, job, deadline, timings).join(), null);
    }

    @Override
    public int rank() {
        return options.rank();
    }

    @Override
    public int worldSize() {
        return options.worldSize();
    }

    @Override
    public byte[] setIfAbsent(String key, byte[] value, Deadline deadline) {
        Bounds.checkKey(key);
        Bounds.checkValue(value);
        checkOpen();
        return run.setIfAbsent(userKey(key), value);
    }

    @Override
    public Optional<byte[]> await(String key, Deadline deadline) {
        Bounds.checkKey(key);
        Backoff backoff = new Backoff(FIRST_POLL_MILLIS, LONGEST_POLL_MILLIS);
        while (true) {
            checkOpen();
            Optional<byte[]> value = run.read(userKey(key));
            if (value.isPresent() || deadline.expired()) {
                return value;
            }
            awaitClose(Math.min(backoff.nextMillis(), deadline.remainingMillis()));
        }
    }

    @Override
    public void close() {
        closed.countDown();
        if (host != null) {
            host.close();
        } else {
            leave();
        }
    }

    private void leave() {
        try {
            members.leave(options.rank());
        } catch (RendezvousException gone) {
            // Rank 0 no longer waits for us.
        }
    }

    private void awaitClose(long millis) {
        try {
            closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            throw Interruption.during("a rendezvous call", interrupted);
        }
    }

    private void checkOpen() {
        if (closed.getCount() == 0) {
            throw new RendezvousException("this rendezvous (" + run + ") is closed");
        }
    }

    /** Keeps users' keys apart from those of {@link RunMembers}. */
    private static String userKey(String key) {
        return "key:" + key;
    }

    @Override
    public String toString() {
        return "FileRendezvous[rank " + rank() + " of " + worldSize() + ", " + run + ", generation "
                + options.generation() + "]";
    }

    /**
     * Who this rank is and where to meet; all but the rank equal on all ranks.
     *
     * @param rank 0-based
     * @param worldSize the number of ranks, 1 to 65536
     * @param directory an existing directory that all ranks see
     * @param jobToken tells this job from others that use the directory at the same time
     * @param generation how many times this rank has opened this rendezvous, from 1
     * @param linger how long rank 0 keeps the run's folder after it has closed, unless all others leave before
     */
    public record Options(
            int rank, int worldSize, Path directory, JobToken jobToken, long generation, Duration linger) {

        /** Checks the rank. {@inheritDoc} */
        public Options {
            Bounds.checkRank(rank, worldSize);
        }

        /**
         * Generation 1, with the default linger.
         *
         * @param rank 0-based
         * @param worldSize the number of ranks, 1 to 65536
         * @param directory an existing directory that all ranks see
         * @param jobToken tells this job from others that use the directory at the same time
         * @return the options
         */
        public static Options of(int rank, int worldSize, Path directory, JobToken jobToken) {
            return new Options(rank, worldSize, directory, jobToken, 1, DEFAULT_LINGER);
        }
    }
}
