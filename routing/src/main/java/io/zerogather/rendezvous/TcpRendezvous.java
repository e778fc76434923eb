package io.zerogather.rendezvous;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A rendezvous over TCP. Rank 0 keeps the store and serves it, the others connect to it. A connection that is lost
 * stays lost: the calls of its rank fail and name the server.
 */
public final class TcpRendezvous implements Rendezvous {

    /** How many ports, from the first one, rank 0 may choose from. */
    public static final int PORTS = 16;

    /** How long rank 0 serves on after it has closed, unless all others leave before. */
    public static final Duration DEFAULT_LINGER = Duration.ofSeconds(5);

    private static final long FIRST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 200;

    private final Options options;
    private final int port;
    private final StoreClient client;
    private final @Nullable TcpServer ownServer;

    private TcpRendezvous(Options options, int port, StoreClient client, @Nullable TcpServer ownServer) {
        this.options = options;
        this.port = port;
        this.client = client;
        this.ownServer = ownServer;
    }

    /**
     * Opens the rendezvous of one rank. Rank 0 returns once it listens, without waiting for anybody; another rank
     * returns once rank 0 has let it in.
     *
     * @param options who this rank is and where to meet
     * @param deadline when to give up; it may be outlasted by {@link Rendezvous#ANSWER_TIME}
     * @return the open rendezvous
     * @throws RendezvousException if no port is free (rank 0) or none leads to rank 0; says why for each port
     */
    public static TcpRendezvous open(Options options, Deadline deadline) {
        return open(options, deadline, JoinTimings.DEFAULT);
    }

    static TcpRendezvous open(Options options, Deadline deadline, JoinTimings timings) {
        if (options.rank() == 0) {
            return serve(options, deadline, timings);
        }
        TcpClient client = TcpClient.start(new PortScan(options, deadline, timings).join(), options.rank());
        return new TcpRendezvous(options, client.port(), client, null);
    }

    private static TcpRendezvous serve(Options options, Deadline deadline, JoinTimings timings) {
        ServerSocket listener = listen(options, deadline);
        KeyTable table = new KeyTable();
        TcpServer server = new TcpServer(listener, options, table, timings.admission());
        server.start();
        return new TcpRendezvous(options, listener.getLocalPort(), new TableClient(table), server);
    }

    private static ServerSocket listen(Options options, Deadline deadline) {
        @Nullable InetAddress address = Addresses.toListenOn(options.masterAddress());
        PortReport report = new PortReport();
        Backoff backoff = new Backoff(FIRST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS);
        while (true) {
            for (int port : options.ports()) {
                try {
                    // The backlog holds a whole world that arrives at once.
                    return new ServerSocket(port, options.worldSize() + 64, address);
                } catch (IOException taken) {
                    report.note(port, String.valueOf(taken.getMessage()));
                }
            }
            if (deadline.expired()) {
                throw new RendezvousException("rank 0 found no port to listen on for " + options.masterAddress()
                        + " within " + deadline + ": " + report + ". Free one of them, or choose another master port.");
            }
            backoff.pause(deadline, "the search for a free port");
        }
    }

    @Override
    public int rank() {
        return options.rank();
    }

    @Override
    public int worldSize() {
        return options.worldSize();
    }

    /** The port on which rank 0 of this rendezvous listens. */
    int port() {
        return port;
    }

    @Override
    public byte[] setIfAbsent(String key, byte[] value, Deadline deadline) {
        Bounds.checkKey(key);
        Bounds.checkValue(value);
        return client.setIfAbsent(key, value, deadline);
    }

    @Override
    public Optional<byte[]> await(String key, Deadline deadline) {
        Bounds.checkKey(key);
        return client.await(key, deadline);
    }

    @Override
    public void close() {
        client.close();
        if (ownServer != null) {
            ownServer.close();
        }
    }

    @Override
    public String toString() {
        return "TcpRendezvous[rank " + rank() + " of " + worldSize() + ", "
                + Addresses.text(options.masterAddress(), port) + ", generation " + options.generation() + "]";
    }

    /**
     * Who this rank is and where to meet; all but the rank equal on all ranks.
     *
     * @param rank 0-based
     * @param worldSize the number of ranks, 1 to 65536
     * @param masterAddress the host of rank 0, name or address
     * @param masterPort the first port to use; the next 15 are tried too
     * @param masterPortTaken whether the first port is known to belong to somebody else and is left out
     * @param jobToken tells this job from others
     * @param generation how many times this rank has opened this rendezvous, from 1
     * @param linger how long rank 0 serves on after it has closed, unless all others leave before
     */
    public record Options(
            int rank,
            int worldSize,
            String masterAddress,
            int masterPort,
            boolean masterPortTaken,
            JobToken jobToken,
            long generation,
            Duration linger) {

        private static final int LAST_PORT = 65535;

        /** Checks all values. {@inheritDoc} */
        public Options {
            Bounds.checkRank(rank, worldSize);
            int firstPort = masterPortTaken ? masterPort + 1 : masterPort;
            if (masterPort < 1 || firstPort > LAST_PORT) {
                throw new IllegalArgumentException("master port is " + masterPort + ", must be 1 to "
                        + (masterPortTaken ? LAST_PORT - 1 : LAST_PORT));
            }
        }

        /**
         * Generation 1, on the master port or after it, with the default linger.
         *
         * @param rank 0-based
         * @param worldSize the number of ranks, 1 to 65536
         * @param masterAddress the host of rank 0, name or address
         * @param masterPort the first port to use; the next 15 are tried too
         * @param jobToken tells this job from others
         * @return the options
         */
        public static Options of(int rank, int worldSize, String masterAddress, int masterPort, JobToken jobToken) {
            return new Options(rank, worldSize, masterAddress, masterPort, false, jobToken, 1, DEFAULT_LINGER);
        }

        /** The ports on which rank 0 can be, in the order to try. */
        List<Integer> ports() {
            return IntStream.rangeClosed(
                            masterPortTaken ? masterPort + 1 : masterPort, Math.min(masterPort + PORTS - 1, LAST_PORT))
                    .boxed()
                    .toList();
        }

        HandshakeKey handshakeKey() {
            return new HandshakeKey(jobToken, masterPort);
        }
    }
}
